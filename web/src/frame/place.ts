/** Where a card can lie beside the thing that it speaks of without covering what somebody wants to see. */

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Something that lies on the page, and how bad it is to cover it: for each pixel, or at all. */
export interface Obstacle {
  box: Box
  weight: number
  never?: boolean
}

export type Side = 'left' | 'right' | 'above' | 'below' | 'none'
export interface Spot {
  side: Side
  left: number
  top: number
}

const EDGE = 10
export const GAP = 18
const STEP = 32
/** To cover what must not be covered is worse than anything. */
const NEVER = 1e7
/** How many pixels of a piece a pixel of way is worth. */
const WAY = 20
/** So much better must another place be that the card is moved there. */
const LAZY = 1500

function shared(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? w * h : 0
}

/** How far two boxes are apart. */
function apart(a: Box, b: Box): number {
  const dx = Math.max(a.x - (b.x + b.w), b.x - (a.x + a.w), 0)
  const dy = Math.max(a.y - (b.y + b.h), b.y - (a.y + a.h), 0)
  return Math.hypot(dx, dy)
}

const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by })

/** On which side of the thing a card lies, if it lies squarely there: an arrow is drawn from it. */
function sideOf(card: Box, thing: Box): Side {
  const level = card.y < thing.y + thing.h && card.y + card.h > thing.y
  const plumb = card.x < thing.x + thing.w && card.x + card.w > thing.x
  if (level && card.x + card.w <= thing.x) return 'left'
  if (level && card.x >= thing.x + thing.w) return 'right'
  if (plumb && card.y + card.h <= thing.y) return 'above'
  if (plumb && card.y >= thing.y + thing.h) return 'below'
  return 'none'
}

/** The best place for a card of this size; where it lies now, if nothing is much better. */
export function place(
  size: { w: number; h: number },
  screen: { w: number; h: number },
  thing: Box | null,
  all: Obstacle[],
  now: Spot | null,
): Spot {
  const { w, h } = size
  const most = { x: Math.max(EDGE, screen.w - w - EDGE), y: Math.max(EDGE, screen.h - h - EDGE) }
  const inX = (x: number) => Math.min(Math.max(EDGE, x), most.x)
  const inY = (y: number) => Math.min(Math.max(EDGE, y), most.y)
  // The arrow needs its room, too.
  const kept = thing ? [...all, { box: grown(thing, GAP - 1), weight: 1, never: true }] : all
  // Where nothing is pointed at the card lies in the lower left corner, if it can.
  const goal = thing ?? { x: EDGE + 4, y: screen.h - 70, w: 0, h: 0 }
  const cost = (x: number, y: number) => {
    const box = { x, y, w, h }
    let sum = WAY * apart(box, goal)
    for (const { box: other, weight, never } of kept) {
      const area = shared(box, other)
      if (area > 0) sum += area * weight + (never ? NEVER : 0)
    }
    return sum
  }
  let best = { left: inX(goal.x), top: inY(goal.y - h), worth: Infinity }
  const tryAt = (x: number, y: number) => {
    const worth = cost(x, y)
    if (worth < best.worth) best = { left: x, top: y, worth }
  }
  if (thing) {
    const level = inY(thing.y + thing.h / 2 - h / 2)
    const across = inX(thing.x + thing.w / 2 - w / 2)
    for (const x of [thing.x - GAP - w, thing.x + thing.w + GAP]) if (x >= EDGE && x <= most.x) tryAt(x, level)
    for (const y of [thing.y - GAP - h, thing.y + thing.h + GAP]) if (y >= EDGE && y <= most.y) tryAt(across, y)
  } else tryAt(inX(goal.x), inY(goal.y - h))
  for (let y = EDGE; y <= most.y + STEP; y += STEP) for (let x = EDGE; x <= most.x + STEP; x += STEP) tryAt(inX(x), inY(y))
  if (now && now.left === inX(now.left) && now.top === inY(now.top) && cost(now.left, now.top) <= best.worth + LAZY)
    best = { ...best, left: now.left, top: now.top }
  return { left: best.left, top: best.top, side: thing ? sideOf({ x: best.left, y: best.top, w, h }, thing) : 'none' }
}

/** How a thing is called: its name without what is said of it. */
const nameOf = (label: string) => (label.split(/[:,(.;]/)[0] ?? '').replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether a text speaks of the thing of this name: by the whole of it, or by its last two words ("Battle card"). */
export function speaksOf(text: string, label: string): boolean {
  const name = nameOf(label)
  const said = text.toLowerCase()
  const last = name
    .replace(/\s+\d+$/, '')
    .split(' ')
    .slice(-2)
    .join(' ')
  const has = (words: string) => words.length > 3 && new RegExp(`(^|[^a-z])${words.replace(/[^\w ]/g, '.')}([^a-z]|$)`).test(said)
  return has(name) || (last.includes(' ') && has(last))
}

const boxOf = (e: Element): Box => {
  const { x, y, width: w, height: h } = e.getBoundingClientRect()
  return { x, y, w, h }
}

/** What lies on the page now: what is spoken of must be seen, the rest of the board and the desk if it can. */
export function obstacles(text: string, screen: { w: number; h: number }): Obstacle[] {
  const list: Obstacle[] = []
  const add = (e: Element, weight: number, never = false) => {
    const box = boxOf(e)
    // A thing that fills the sheet is no place to keep clear of.
    if (box.w > 0 && box.h > 0 && box.w * box.h < 0.25 * screen.w * screen.h) list.push(never ? { box, weight, never } : { box, weight })
  }
  for (const e of document.querySelectorAll('main [aria-label]')) {
    const named = speaksOf(text, e.getAttribute('aria-label') ?? '')
    if (named) add(e, 4, true)
    else if (e.matches('[role=button], button, article')) add(e, 0.6)
  }
  // What a game keeps clear, such as the places where cards are laid.
  for (const e of document.querySelectorAll('[data-clear]')) add(e, 4, true)
  for (const e of document.querySelectorAll('aside .desk, aside .prompt')) add(e, 3)
  for (const e of document.querySelectorAll('main .tools, .since.shown')) add(e, 1)
  return list
}

/** Where a line from this point to the middle of a box meets its border: what stands in the box stays to be read. */
export function border(from: { x: number; y: number }, box: Box): { x: number; y: number } {
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2]
  const [dx, dy] = [from.x - x, from.y - y]
  const reach = Math.min(1, box.w / 2 / Math.abs(dx), box.h / 2 / Math.abs(dy))
  return { x: x + dx * reach, y: y + dy * reach }
}
