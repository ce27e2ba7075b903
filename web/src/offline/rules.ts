/** The rules of a game as a WebAssembly module: asked and answered in JSON (crates/offline), without anything between. */
import type { FailureBody } from '../wire/FailureBody'
import type { Summary } from '../wire/Summary'

/** What a question brings: see `Answer` in crates/offline/src/question.rs. */
export interface Answer {
  value?: unknown
  error?: FailureBody
  rows?: [match: string, row: string][]
  steps?: { match: string; n: number; step: string }[]
  briefs?: Brief[]
  tells?: [line: number, tell: unknown][]
  busy: boolean
}

/** How a match stands. */
export interface Brief {
  summary: Summary
  waiting: number[]
  keys: (string | null)[]
}

interface Door extends WebAssembly.Exports {
  memory: WebAssembly.Memory
  room_for(bytes: number): number
  answer(): number
  length(): number
}

const writer = new TextEncoder()
const reader = new TextDecoder()

/** A module that travels packed, whoever unpacks it: some hosts do, most do not. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

export class Rules {
  private constructor(private readonly door: Door) {}

  static async of(packed: Uint8Array<ArrayBuffer>): Promise<Rules> {
    const { instance } = await WebAssembly.instantiate(await unpacked(packed), {})
    return new Rules(instance.exports as Door)
  }

  /** Throws when the rules break: then this instance is of no use any more. */
  ask(question: object | string): Answer {
    const bytes = writer.encode(JSON.stringify(question))
    const at = this.door.room_for(bytes.length)
    // Memory may have grown: what was seen of it before is gone.
    new Uint8Array(this.door.memory.buffer, at, bytes.length).set(bytes)
    const answer = this.door.answer()
    const text = reader.decode(new Uint8Array(this.door.memory.buffer, answer, this.door.length()))
    return JSON.parse(text) as Answer
  }
}

/** 64 bits that nobody could know. */
export function chance(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
