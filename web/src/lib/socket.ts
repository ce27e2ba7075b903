import { PageLine } from '../offline/client'
import { offline } from './home'

/** What a line needs of its socket, whoever is at its other end. */
export interface Socket {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((message: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

/** Opens a line to a match: to the server that this page came from, or to the worker of this page. */
export function open(match: string): Socket {
  if (offline) return new PageLine(match)
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/api/matches/${match}/stream`) as Socket
}
