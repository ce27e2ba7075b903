/** Waits until something holds that signals tell of. */
export function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!holds()) return
        resolve()
        // An effect does not end itself while it runs.
        queueMicrotask(() => stop())
      })
    })
  })
}
