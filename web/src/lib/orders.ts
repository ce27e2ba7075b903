/** An order's name, however its fields are sorted. */
export function nameOf(order: unknown): string {
  return JSON.stringify(order, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
