/** Enter and space press what has the focus, as they press a button. */
export function keyed(press: (event: KeyboardEvent) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press(event)
  }
}
