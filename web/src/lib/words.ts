/** What taking back does to chance: nobody finds out what is to come by going back. */
export const ANEW = 'What was rolled or drawn since then comes anew, with other dice and cards'

/** What the rules say in figures stands in angle brackets, behind the words for it: for whoever asks. */
const FIGURES = /\s*⟨[^⟩]*⟩/g

export function withoutFigures(text: string): string {
  return text.replace(FIGURES, '')
}

/** A message of the server or the rules as a sentence, in words. */
export function sentence(said: string): string {
  const text = withoutFigures(said)
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}
