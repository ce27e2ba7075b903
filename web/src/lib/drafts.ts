/** Half-made answers of one seat, kept for this tab: they survive a reload and a step back. */
function place(match: string, seat: number | null): string {
  return `heatray.draft/${match}/${seat ?? 'watch'}`
}

export function readDrafts<T>(match: string, seat: number | null): T | null {
  try {
    const text = sessionStorage.getItem(place(match, seat))
    return text ? (JSON.parse(text) as T) : null
  } catch {
    // A browser without storage, or a text that is none of ours: one begins with an empty desk.
    return null
  }
}

export function writeDrafts(match: string, seat: number | null, drafts: unknown) {
  try {
    sessionStorage.setItem(place(match, seat), JSON.stringify(drafts))
  } catch {
    // The desk works without it.
  }
}
