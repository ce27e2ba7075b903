/** A message of the server or the rules as a sentence. */
export function sentence(text: string): string {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}
