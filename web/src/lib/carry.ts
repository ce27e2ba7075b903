/** How far a finger goes up before it lifts what it lies on, in pixels. */
const LIFT = 12

export interface Carry {
  /** Whether this can be lifted now. */
  able: boolean
  /** Where it may be dropped: a selector. */
  onto: string
  drop: () => void
}

/**
 * Carries a thing with one finger. Sideways its strip scrolls (its style says `touch-action: pan-x`), upwards it is
 * lifted, follows the finger, and is dropped where the finger leaves. A mouse drags by the browser's own way.
 */
export function carry(node: HTMLElement, first: Carry) {
  let wish = first
  let finger: { id: number; x: number; y: number } | null = null
  let ghost: HTMLElement | null = null
  let touched = false

  const over = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(wish.onto) ?? null

  function down(event: PointerEvent) {
    touched = event.pointerType === 'touch'
    if (touched && wish.able && !finger) finger = { id: event.pointerId, x: event.clientX, y: event.clientY }
  }

  function move(event: PointerEvent) {
    if (!finger || event.pointerId !== finger.id) return
    const dx = event.clientX - finger.x
    const dy = event.clientY - finger.y
    if (!ghost) {
      if (-dy < LIFT || Math.abs(dx) > -dy) return
      const box = node.getBoundingClientRect()
      ghost = node.cloneNode(true) as HTMLElement
      ghost.setAttribute('aria-hidden', 'true')
      ghost.tabIndex = -1
      Object.assign(ghost.style, {
        position: 'fixed',
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        zIndex: '80',
        pointerEvents: 'none',
      })
      document.body.append(ghost)
    }
    ghost.style.translate = `${dx}px ${dy}px`
    ghost.style.rotate = over(event.clientX, event.clientY) ? '0deg' : '4deg'
  }

  function end(event: PointerEvent) {
    if (!finger || event.pointerId !== finger.id) return
    const lifted = ghost !== null
    forget()
    if (lifted && event.type === 'pointerup' && over(event.clientX, event.clientY)) wish.drop()
  }

  function forget() {
    ghost?.remove()
    ghost = null
    finger = null
  }

  /** A long press would begin the browser's own drag, and take the finger away. */
  function drag(event: DragEvent) {
    if (touched) event.preventDefault()
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', end)
  node.addEventListener('pointercancel', end)
  node.addEventListener('dragstart', drag)
  return {
    update(next: Carry) {
      wish = next
    },
    destroy() {
      forget()
    },
  }
}
