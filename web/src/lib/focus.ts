/** Where the focus is at a table: it stays in the decision, and from the board it comes there with one key. */

const DESK = 'aside > .rail'
const PRESSED = '.desk :is(button, a, input, select, [role="button"]):not(:disabled):not([aria-disabled="true"]):not([tabindex="-1"])'

/** The first thing to press in the decision. */
export function firstChoice(): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(`${DESK} ${PRESSED}`)
  return [...all].find((e) => e.tabIndex >= 0 && e.getClientRects().length > 0) ?? null
}

/** Tab on the sheet itself leads to the first choice. Whether it did. */
export function leaveBoard(event: KeyboardEvent): boolean {
  if (event.key !== 'Tab' || event.shiftKey || !(event.target instanceof Element) || !event.target.matches('.surface')) return false
  const first = firstChoice()
  first?.focus()
  return first !== null
}

/** Remembers that the focus was in the decision; when what had it is gone, the next decision has it. */
export class DeskFocus {
  private inside = false

  moved(target: EventTarget | null) {
    this.inside = target instanceof Element && target.closest(DESK) !== null
  }

  /** Called when a decision lies ready. The desk has the focus, not a choice of it: a key held down must not decide. */
  settle() {
    const lost = document.activeElement === document.body || document.activeElement === null
    if (this.inside && lost) document.querySelector<HTMLElement>(DESK)?.focus({ preventScroll: true })
  }
}

/** Takes back a step that is no order yet, where the desk has a button for it. Whether there was one. */
export function undoStep(): boolean {
  const button = document.querySelector<HTMLButtonElement>(`${DESK} .undo:not(:disabled)`)
  button?.click()
  return button !== null
}
