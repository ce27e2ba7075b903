/**
 * SHA-256 of a text. The browser's own is there for pages that come over TLS or from this machine alone, and a table at
 * home is often neither.
 */
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n)

/** The first 32 bits behind the point of a root. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0
const K = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)))
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)))

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = (bytes.length + 9 + 63) >> 6
  const data = new DataView(new ArrayBuffer(blocks * 64))
  new Uint8Array(data.buffer).set(bytes)
  data.setUint8(bytes.length, 0x80)
  data.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 2 ** 29))
  data.setUint32(blocks * 64 - 4, bytes.length << 3)
  const state = Int32Array.from(START)
  const w = new Int32Array(64)
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = data.getInt32(block * 64 + i * 4)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!]
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = state[i]! + x))
  }
  return Array.from(state, (x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
