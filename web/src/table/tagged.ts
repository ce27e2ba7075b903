/** Questions and orders on the wire: a bare word, or one word with its body. */

/** The word. */
export function kindOf(tagged: unknown): string {
  if (typeof tagged === 'string') return tagged
  return tagged !== null && typeof tagged === 'object' ? (Object.keys(tagged)[0] ?? '') : ''
}

/** What stands behind it, where something does. */
export function bodyOf<T>(tagged: unknown): T | null {
  if (tagged === null || typeof tagged !== 'object') return null
  return (Object.values(tagged)[0] as T | undefined) ?? null
}
