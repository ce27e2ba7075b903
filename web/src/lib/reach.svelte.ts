/** For whom a link to this table is good: one that says 127.0.0.1 opens nothing on another machine. */
import type { ServerInfo } from '../wire/ServerInfo'
import { api } from './api'

/** An address that means "this machine" wherever it is opened. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

/** Where links lead, and who can open them there; `chosen` is one of the addresses of the machine. */
export function reachOf(page: { origin: string; hostname: string }, info: ServerInfo | null, chosen: string | null) {
  if (!isLoopback(page.hostname)) {
    return { origin: page.origin, words: `Whoever can reach ${page.hostname} can open it.` }
  }
  const address = info?.addresses.find((a) => a === chosen) ?? info?.addresses[0]
  if (address) {
    return { origin: address, words: `Whoever is in the network of this machine can open it, at ${new URL(address).host}.` }
  }
  if (info?.network) {
    return { origin: page.origin, words: `Others can open it if they put the name of this machine in place of ${page.hostname}.` }
  }
  if (info) {
    return {
      origin: page.origin,
      words: 'It opens on this machine alone. For others to come, the program must be started with --bind 0.0.0.0.',
    }
  }
  return { origin: page.origin, words: '' }
}

class Reach {
  private info = $state.raw<ServerInfo | null>(null)
  private asked = false
  /** The address that somebody has chosen for links, where the machine has several. */
  chosen = $state<string | null>(null)

  /** Asks the server once; until it has answered links are those of the page. */
  ask() {
    if (this.asked) return
    this.asked = true
    api.server().then(
      (info) => (this.info = info),
      () => (this.asked = false),
    )
  }

  private get now() {
    return reachOf(location, this.info, this.chosen)
  }

  get origin(): string {
    return this.now.origin
  }

  get words(): string {
    return this.now.words
  }

  /** The addresses to choose from. */
  get addresses(): string[] {
    return isLoopback(location.hostname) ? (this.info?.addresses ?? []) : []
  }

  /** Whether an address is one of this very table. */
  isHere(origin: string): boolean {
    return origin === location.origin || (this.info?.addresses.includes(origin) ?? false)
  }
}

export const reach = new Reach()
