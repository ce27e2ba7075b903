import type { Special } from '../../../wire/triplanes/Special'

/**
 * The icons, 24 by 24. Before the bar: stroked path data; after it: filled path data.
 * Circles are written as two arcs by `o`.
 */
const o = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const bolt = 'M13.5 2L5 13.5h5.5L9 22l9-12.5h-6z'
const rudder = (s: number): string => {
  const x = (v: number): number => 12 + v * s
  return `M${x(-5)} 21.5v-6q0-6 ${7.5 * s} -6M${x(2)} 16.5l${5 * s} 5m0-5l${-5 * s} 5|M${x(10)} 9.5L${x(1.5)} 4v11z`
}
const octagon = 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z'
const flameShape = 'M12 2q1 4 4 7t3 7a7 6.4 0 0 1-14 0q0-4 3-6 0 3 2 3.4Q9 7 12 2z'

export const ICONS = {
  // Counters and damage.
  jammed: `M3 9h12v5H3zM15 11h6M6 14l-1 5h4l1-5M12 4l7 16|`,
  flame: `${flameShape}|M12 21.6q-3.4-.8-3.2-3.8.2-2 3.4-4.4 0 2.4 1.6 3.2t1.2 2.4q-.6 2-3 2.6z`,
  smoke: `M4 20q-1.5-4 2.5-4.5Q5.5 11 9.5 11 9 6.5 13 6.5q.5-3.5 4-3.5 4 .5 3.5 4 1.5 4-2.5 5 0 4.5-4.5 4.5Q11.5 21 8 20.5t-4-.5zM13 11q3 0 2.5-2.5M9 15.5q3 .5 3.5-1.5|`,
  wound: `M12 20.5Q3 14.5 3 8.5 3.5 4 7.5 4 10.5 4 12 7q1.5-3 4.5-3 4 0 4.5 4.5 0 6-9 12zM12 7l-2 4 4 2.5-2 4|`,
  engine: `${o(12, 12, 4)}M12 8V2.5M12 21.5V16M8 12H2.5M21.5 12H16M9.2 9.2L5.3 5.3M18.7 18.7l-3.9-3.9M14.8 9.2l3.9-3.9M5.3 18.7l3.9-3.9|${o(12, 12, 1.5)}`,
  rudder_left: rudder(-1),
  rudder_right: rudder(1),
  energy: `|${bolt}`,
  recovery: `M20 12a8 8 0 1 1-2.6-5.9M18 2v4.5h-4.5|M12 7.5l1.3 3h3.2l-2.6 2 1 3.1-2.9-1.9-2.9 1.9 1-3.1-2.6-2h3.2z`,
  battery: `M3 7h16v10H3zM19 10h2.5v4H19M6 12h4M8 10v4M13 12h3|`,
  circuits: `M6 6h12v12H6zM9 6V2.5M15 6V2.5M9 21.5V18M15 21.5V18M6 9H2.5M6 15H2.5M21.5 9H18M21.5 15H18M12.5 8l-3 4.5h5l-3 4|`,
  reverse: `M12 21V6M7 16l5 5 5-5M5 3h14M7 8l10 6|`,
  generator: `M5 21h14M7 21v-7h10v7M9 14V9h6v5M10 6q-3-1 0-3.5M14 6q4-1 1-3.5M3 4l18 16|`,
  gyroscope: `${o(12, 12, 8.5)}M3.5 12q8.5 6 17 0M12 3.5q-6 8.5 0 17M12 1v22|${o(12, 12, 2)}`,
  topple: `M3 20h18M15.5 17L9 6M15.5 17L5 11.5M15.5 17l2-8M4 3.5q6-2.5 10 1M14.5 1.5V5H11|${o(16, 15.5, 3.4)}`,
  explosion: `M12 1.5l2 5.5 4.5-3.5-1.5 5.5 5.5.5-4.5 3.5 4 4-5.5.2 1 5.3-4.5-3L11 22.5 9 17l-5 2.5 1.5-5L1 13l4.5-2.5L2.5 6l5.5 1.5z|${o(12, 12, 2.6)}`,
  rocket: `M12 2q4 4 4 9v5H8v-5q0-5 4-9zM8 12l-3.5 5H8M16 12l3.5 5H16M10 19l-1 3M14 19l1 3M12 19v3.5|${o(12, 9, 1.6)}`,
  anchor: `${o(12, 4.5, 2)}M12 6.5V21M7 10h10M3.5 13q.5 8 8.5 8t8.5-8M2 15.5l1.5-2.5 2.5 1.5M22 15.5L20.5 13 18 14.5|`,
  cannon: `M2.5 10L18 5.5l1.5 4.5L7 14zM18 5.5l2.5-1.5 2 5.5-3 .5${o(9, 16, 4)}M13 17l7.5 3|${o(9, 16, 1.2)}`,
  camera: `M2.5 7.5h5L9 4.5h6l1.5 3h5v12h-19z${o(12, 13, 4)}|${o(12, 13, 1.4)}`,
  bomb: `M12 22q-5-4.5-5-10 0-4.5 3-7h4q3 2.5 3 7 0 5.5-5 10zM8 2h8M9.5 5L8 2M14.5 5L16 2M7 12h10|`,
  skill: `M12 2l3 6.6 7 .8-5.2 4.8 1.4 7.1-6.2-3.5-6.2 3.5 1.4-7.1L2 9.4l7-.8z|`,
  // Maneuver marks.
  steep: `|M12 2.5L21.5 12 12 21.5 2.5 12z`,
  straight: `M12 21V8|M12 2l6 8.5H6z`,
  immelmann: `M7 21V9a5 5 0 0 1 10 0v5|M17 21.5l-4.5-7.5h9z`,
  stall: `M12 13V7.5M5 17q2.5-2.5 5 0t5 0 4 0M5 21q2.5-2.5 5 0t5 0 4 0|M12 2l4.5 6h-9z`,
  climb: `M5 12l7-7 7 7M5 20l7-7 7 7|`,
  dive: `M5 4l7 7 7-7M5 12l7 7 7-7|`,
  level: `M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4|`,
  stop: `${octagon}M8 12h8|`,
  turn_left: `M17 21v-6q0-6-8-6|M2.5 9L11 4v10z`,
  turn_right: `M7 21v-6q0-6 8-6|M21.5 9L13 4v10z`,
  // Tools of the table.
  eye: `M1.5 12Q6 5 12 5t10.5 7Q18 19 12 19T1.5 12z|${o(12, 12, 3.4)}`,
  ruler: `M2 16.5L16.5 2 22 7.5 7.5 22zM6 12.5l2.5 2.5M9 9.5l1.5 1.5M12 6.5L14.5 9M15 3.5|`,
  clock: `${o(12, 12, 9.5)}M12 6v6.5l4.5 2.5|`,
  chat: `M3 4h18v12.5H11L6 21v-4.5H3zM7 8.5h10M7 12h6|`,
  undo: `M9 4L4 9l5 5M4 9h10q6.5.5 6.5 6T14 20.5H8|`,
  play: `|M6 3l15 9-15 9z`,
  pause: `|M5 3.5h5v17H5zM14 3.5h5v17h-5z`,
  first: `M4.5 4v16|M20 4v16L7.5 12z`,
  last: `M19.5 4v16|M4 4v16l12.5-8z`,
  next: `M8 4l8 8-8 8|`,
  back: `M16 4l-8 8 8 8|`,
  fork: `M7 21.5v-8Q7 9 12 9t5-4.5M7 13.5V6M13.5 7L17 3.5 20.5 7M3.5 7L7 3.5 10.5 7|${o(7, 20.5, 2)}`,
  flag: `M5 22V3M5 4q4-2.5 7 0t7.5 0v9q-4.5 2.5-7.5 0t-7 0|`,
  sun: `${o(12, 12, 4.4)}M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M19.4 4.6l-2.1 2.1M6.7 17.3l-2.1 2.1|`,
  moon: `M15 3a9.5 9.5 0 1 0 6 13.5A8.5 8.5 0 0 1 15 3z|`,
  sound: `M3 9h4l6-5v16l-6-5H3zM16.5 8.5q3 3.5 0 7M19.5 5.5q5.5 6.5 0 13|`,
  mute: `M3 9h4l6-5v16l-6-5H3zM16.5 9l5.5 6M22 9l-5.5 6|`,
  close: `M5 5l14 14M19 5L5 19|`,
  menu: `M3.5 6h17M3.5 12h17M3.5 18h17|`,
  gear: `M10 2.5h4l.6 3 2.3 1 2.6-1.7 2.7 2.8-1.7 2.5.9 2.3 2.1.6-.5 3.5-2.7.5-1 2.3 1.5 2.3-2.7 2.5-2.6-1.6-2 .8L13 22h-3.5l-.7-2.6-2.2-1L4 20l-2.4-2.7L3 14.8l-.8-2.2L2 9l2.8-.6 1-2.2L4.4 4 7 2.2z${o(12, 12, 3.4)}|`,
  book: `M12 6Q8 3 2.5 4v15.5q5.5-1 9.5 2 4-3 9.5-2V4Q16 3 12 6zM12 6v15.5M5.5 8.5q2-.3 4 .7M5.5 12.5q2-.3 4 .7M14.5 9.2q2-1 4-.7M14.5 13.2q2-1 4-.7|`,
  link: `M10 14a4.5 4.5 0 0 0 6.5 0l4-4A4.6 4.6 0 0 0 14 3.5L12 5.5M14 10a4.5 4.5 0 0 0-6.5 0l-4 4a4.6 4.6 0 0 0 6.5 6.5l2-2|`,
  download: `M12 3v12M6.5 10l5.5 5.5 5.5-5.5M3.5 17v4h17v-4|`,
  upload: `M12 15.5V3.5M6.5 9L12 3.5 17.5 9M3.5 17v4h17v-4|`,
  robot: `M4 9h16v11H4zM12 9V4.5M1.5 12.5v4M22.5 12.5v4M9 16.5h6|${o(12, 3.5, 1.7)}${o(8.5, 13, 1.5)}${o(15.5, 13, 1.5)}`,
  person: `${o(12, 7.5, 4.5)}M3.5 21.5q0-8 8.5-8t8.5 8z|`,
  people: `${o(8.5, 8.5, 3.8)}M1.5 20.5q0-7 7-7t7 7zM14.5 5a3.8 3.8 0 1 1 1 7.3M17 14q5.5.5 5.5 6.5h-4|`,
  plus: `M12 4v16M4 12h16|`,
  minus: `M4 12h16|`,
  check: `M3.5 13l5.5 6L20.5 5|`,
  cross: `M6 6l12 12M18 6L6 18${o(12, 12, 10)}|`,
  die: `M4 4h16v16H4z|${o(8.5, 8.5, 1.6)}${o(15.5, 15.5, 1.6)}${o(12, 12, 1.6)}`,
  lock: `M5 10.5h14V21H5zM8 10.5V7q0-4 4-4t4 4v3.5|${o(12, 15, 1.7)}`,
  airplane: `M12 2v19M2.5 9.5q9.5-3 19 0v3q-9.5-2-19 0zM7.5 19q4.5-1.5 9 0v2h-9z|`,
  tripod: `M7 2.5h10l5 8.7-5 8.6H7l-5-8.6zM12 11L6.5 8M12 11l5.5-3M12 11v6.5|${o(12, 11, 3)}`,
} as const

export type IconName = keyof typeof ICONS

/** The icon of each symbol on a damage card. */
export const SPECIALS: Record<Special, IconName> = {
  battery: 'battery',
  circuits: 'circuits',
  reverse_destroyed: 'reverse',
  smoke_generator: 'generator',
  gyroscope: 'gyroscope',
  toppled: 'topple',
  jammed_guns: 'jammed',
  rudder_left: 'rudder_left',
  rudder_right: 'rudder_right',
  smoke_trail: 'smoke',
  wounded: 'wound',
  engine: 'engine',
  fire: 'flame',
  explosion: 'explosion',
}
