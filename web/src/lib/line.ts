import type { News } from '../wire/News'
import type { Say } from '../wire/Say'
import type { Tell } from '../wire/Tell'
import { changed } from './changes'
import { open, type Socket } from './socket'

export type LineState = 'connecting' | 'open' | 'lost' | 'refused'

/** As sockets call it. */
const OPEN = 1

/**
 * The line to a match: connects, says hello with what we know already, comes back by itself when it breaks, and
 * sends again what was not acknowledged. An order carries an id, so sending it twice does no harm.
 */
export class Line {
  private socket: Socket | null = null
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  /** The server has let us in on this socket. */
  private inside = false
  private waiting = new Map<string, Say>()
  /** The view that we were told last on this socket. */
  private view: unknown = null

  constructor(
    private readonly match: string,
    private readonly key: string,
    private readonly known: () => { events: number; voids: number },
    private readonly hear: (tell: Tell) => void,
    private readonly turned: (state: LineState) => void,
  ) {
    this.connect()
  }

  private connect() {
    if (this.closed) return
    this.turned('connecting')
    const socket = open(this.match)
    this.socket = socket
    this.inside = false
    socket.onopen = () => this.say({ op: 'hello', key: this.key, changes: true, ...this.known() })
    socket.onmessage = (message) => this.receive(String(message.data))
    socket.onclose = () => this.lost(socket)
  }

  private receive(text: string) {
    const tell = JSON.parse(text) as Tell
    if (tell.op === 'welcome' || tell.op === 'news') this.see(tell.news)
    switch (tell.op) {
      case 'welcome':
        this.tries = 0
        this.inside = true
        this.turned('open')
        this.hear(tell)
        for (const say of this.waiting.values()) this.say(say)
        return
      case 'ack':
      case 'refused':
      case 'fine':
      case 'legal':
      case 'nearest':
      case 'preview':
        this.waiting.delete(tell.id)
        break
      case 'error':
        // Only the answer to our hello speaks of the seat; later ones are about something that was wished for.
        if (!this.inside && ['forbidden', 'not_found', 'stale'].includes(tell.error.code)) {
          this.close()
          this.turned('refused')
        }
        break
    }
    this.hear(tell)
  }

  /** Makes the view whole where only what changed in it was told. */
  private see(news: News) {
    if (news.changes) news.view = changed(this.view, news.changes)
    this.view = news.view
  }

  private lost(socket: Socket) {
    if (this.socket !== socket || this.closed) return
    this.socket = null
    this.turned('lost')
    const pause = Math.min(5000, 150 * 2 ** this.tries++)
    this.timer = setTimeout(() => this.connect(), pause)
  }

  /** Sends now if it can; what has an id is kept until it is answered. */
  send(say: Say) {
    if ('id' in say) this.waiting.set(say.id, say)
    this.say(say)
  }

  private say(say: Say) {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(say))
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
    this.socket = null
  }
}
