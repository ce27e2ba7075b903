/** What a person prefers, kept in this browser. */
export interface Settings {
  theme: 'auto' | 'dark' | 'light'
  /** How long animations take: 0 is off, 1 as drawn, 2 twice as fast. */
  speed: 0 | 0.5 | 1 | 2
  sound: boolean
  ghosts: boolean
  /** Ask once before a step that shows or draws something. */
  confirm: boolean
  /** Do the only legal thing by itself. */
  only: boolean
  arcs: boolean
  /** Places and angles in figures, where the log tells of them. */
  figures: boolean
  /** A short report of what happened since one's last order. */
  reports: boolean
  name: string
  /** The bot that somebody wants to play against; none until he chose one. */
  rival: string | null
}

const usual: Settings = {
  theme: 'auto',
  speed: 1,
  sound: true,
  ghosts: true,
  confirm: true,
  only: true,
  arcs: true,
  figures: false,
  reports: true,
  name: '',
  rival: null,
}

const place = 'heatray.settings'

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return { ...usual, ...(typeof kept === 'object' ? kept : {}) }
  } catch {
    return { ...usual }
  }
}

export const settings = $state<Settings>(load())

export function keepSettings() {
  try {
    localStorage.setItem(place, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** The speed of animations; 0 where motion is not wanted. */
export function motion(): number {
  return calm?.matches ? 0 : settings.speed
}
