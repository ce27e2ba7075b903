/** Pan and zoom of a board: drag, wheel, pinch, keys and buttons. */
import type { Point } from './geometry'

export class Pan {
  x = $state(0)
  y = $state(0)
  scale = $state(1)
  dragging = $state(false)
  private width = 1
  private height = 1
  private board = { w: 1, h: 1, margin: 0 }
  /** The window, once it is there. */
  private element: Element | null = null
  private fingers = new Map<number, Point>()
  private moved = 0
  private fitted = true

  /** The board in its own units, and the window that it is seen through. */
  frame(width: number, height: number, w: number, h: number, margin: number) {
    const changed = this.width !== width || this.height !== height || this.board.w !== w || this.board.h !== h
    this.width = width
    this.height = height
    this.board = { w, h, margin }
    if (changed && this.fitted) this.fit()
  }

  /** The element that is the window: where it lies on the page says what a pointer points at. */
  attach(element: Element) {
    this.element = element
  }

  private get least(): number {
    const { w, h, margin } = this.board
    return Math.min(this.width / (w + 2 * margin), this.height / (h + 2 * margin))
  }

  fit() {
    this.scale = this.least
    this.x = (this.width - this.board.w * this.scale) / 2
    this.y = (this.height - this.board.h * this.scale) / 2
    this.fitted = true
  }

  /** Fills the window with the board, however it is shaped. */
  zoom(factor: number, at?: Point) {
    const centre = at ?? { x: this.width / 2, y: this.height / 2 }
    const scale = Math.min(Math.max(this.scale * factor, this.least * 0.8), this.least * 10)
    const k = scale / this.scale
    this.x = centre.x - (centre.x - this.x) * k
    this.y = centre.y - (centre.y - this.y) * k
    this.scale = scale
    this.fitted = Math.abs(scale - this.least) < 1e-6
    this.clamp()
  }

  private clamp() {
    const w = this.board.w * this.scale
    const h = this.board.h * this.scale
    const keep = 120
    this.x = Math.min(Math.max(this.x, keep - w), this.width - keep)
    this.y = Math.min(Math.max(this.y, keep - h), this.height - keep)
  }

  by(dx: number, dy: number) {
    this.nudge(dx, dy)
    this.fitted = false
  }

  /** Brings something into sight: nobody has moved the board himself, and a window of another size shows all of it again. */
  nudge(dx: number, dy: number) {
    this.x += dx
    this.y += dy
    this.clamp()
  }

  /** Shows a point of the board in the middle. */
  centre(x: number, y: number) {
    this.x = this.width / 2 - x * this.scale
    this.y = this.height / 2 - y * this.scale
    this.clamp()
  }

  /** Shows all of these points of the board: as large as that where they fit, and never larger than it is for their sake. */
  show(points: readonly Point[], least: number) {
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const rim = 56
    const fit = Math.min((this.width - 2 * rim) / Math.max(right - left, 1), (this.height - 2 * rim) / Math.max(bottom - top, 1))
    this.zoom(Math.min(Math.max(this.scale, least), fit) / this.scale)
    this.centre((left + right) / 2, (top + bottom) / 2)
  }

  /** From the window to the board. */
  private at({ x, y }: Point): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale }
  }

  private inWindow(event: { clientX: number; clientY: number }): Point {
    const box = this.element?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }

  /** The place of the board that a pointer points at. */
  under(event: { clientX: number; clientY: number }): Point {
    return this.at(this.inWindow(event))
  }

  /** Somebody else has taken this press: it drags nothing. */
  leave() {
    this.moved = 0
  }

  /** The last press was a drag, not a click. */
  get wasDrag(): boolean {
    return this.moved > 6
  }

  wheel = (event: WheelEvent) => {
    event.preventDefault()
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
    this.zoom(Math.exp(-step * 0.0015), this.inWindow(event))
  }

  down = (event: PointerEvent) => {
    if (event.button > 1) return
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.fingers.size === 1) this.moved = 0
  }

  move = (event: PointerEvent) => {
    const before = this.fingers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId)
    const other = others[0]?.[1]
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y)
      const is = Math.hypot(now.x - other.x, now.y - other.y)
      const middle = this.inWindow({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 })
      if (was > 0) this.zoom(is / was, middle)
      this.by((now.x - before.x) / 2, (now.y - before.y) / 2)
      this.moved += 10
    } else {
      this.moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
      if (this.moved > 6) {
        this.dragging = true
        const target = event.currentTarget as Element
        if (!target.hasPointerCapture(event.pointerId)) target.setPointerCapture(event.pointerId)
        this.by(now.x - before.x, now.y - before.y)
      }
    }
    this.fingers.set(event.pointerId, now)
  }

  up = (event: PointerEvent) => {
    this.fingers.delete(event.pointerId)
    if (this.fingers.size === 0) this.dragging = false
  }
}
