/** Whether something that lies over the table covers what can be pressed there, one of its tools, or what a game keeps clear. */
export function covers(slip: Element | undefined): boolean {
  const own = slip?.getBoundingClientRect()
  if (!own?.width) return false
  return [...document.querySelectorAll('main [role="button"], main .tools, main [data-clear]')].some((piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect()
    return right > own.left && left < own.right && bottom > own.top && top < own.bottom
  })
}
