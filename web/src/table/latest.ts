/**
 * Wishes of a hand that moves on while the server is asked: one question at a time, and of those that wait only the last.
 * Where a hand draws a way or puts something down, the places between are nobody's wish any more.
 */
export class Latest<T> {
  private waiting: { wish: T } | null = null
  private asking: Promise<void> | null = null
  /** The last wish that is not answered yet. */
  last: T | null = null

  constructor(private readonly ask: (wish: T) => Promise<void>) {}

  /** Ends when nothing is left to ask. */
  wish(wish: T): Promise<void> {
    this.waiting = { wish }
    this.last = wish
    this.asking ??= this.run().finally(() => (this.asking = this.last = null))
    return this.asking
  }

  /** What waits is wished no more. */
  drop() {
    this.waiting = null
    this.last = null
  }

  async settled() {
    await this.asking
  }

  private async run() {
    for (let next = this.waiting; next; next = this.waiting) {
      this.waiting = null
      await this.ask(next.wish)
    }
  }
}
