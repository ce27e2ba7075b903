/**
 * The noise of the table, made on the spot: oscillators and noise, no recordings. Games name what they want to be heard;
 * nothing sounds before somebody has pressed something, nor where it is switched off.
 */
import { settings } from './settings.svelte'

export type Sound =
  'turn' | 'win' | 'lose' | 'draw' | 'engine' | 'guns' | 'cannon' | 'ray' | 'boom' | 'cylinder' | 'dice' | 'tread' | 'gas' | 'card'

/** The same again within this time is one sound, in seconds. */
const AGAIN = 0.22
/** What comes at the same moment is heard one after the other, so far apart, and what would come too late not at all. */
const APART = 0.16
const LATEST = 1.4

let context: AudioContext | null = null
let out: AudioNode | null = null
let hiss: AudioBuffer | null = null
let pressed = false
let free = 0
const heard = new Map<Sound, number>()

function wake() {
  pressed = true
  removeEventListener('pointerdown', wake, true)
  removeEventListener('keydown', wake, true)
}
if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', wake, true)
  addEventListener('keydown', wake, true)
}

/** Says it, if somebody wants to hear it. What sounds is told to the page, for whoever can only look. */
export function play(sound: Sound) {
  if (!settings.sound || !pressed || typeof AudioContext === 'undefined') return
  // What goes on behind a hidden page is not for ears, but that it is one's turn is.
  if (typeof document !== 'undefined' && document.hidden && sound !== 'turn') return
  try {
    const { context, out } = desk()
    const now = context.currentTime
    const last = heard.get(sound)
    if (last !== undefined && now < last + AGAIN) return
    const at = Math.max(now, free)
    if (at - now > LATEST) return
    free = at + APART
    heard.set(sound, at)
    VOICES[sound](context, out, at)
  } catch {
    // No sound is no loss.
  }
}

function desk(): { context: AudioContext; out: AudioNode } {
  if (!context || !out) {
    context = new AudioContext()
    const soft = context.createDynamicsCompressor()
    const loud = context.createGain()
    loud.gain.value = 0.5
    soft.connect(loud).connect(context.destination)
    out = soft
  }
  if (context.state === 'suspended') void context.resume()
  return { context, out }
}

type Voice = (context: AudioContext, out: AudioNode, at: number) => void

const VOICES: Record<Sound, Voice> = {
  turn(c, o, t) {
    tone(c, o, { at: t, from: 784, length: 1.1, loud: 0.2 })
    tone(c, o, { at: t + 0.13, from: 1175, length: 1.2, loud: 0.16 })
    tone(c, o, { at: t + 0.13, from: 2350, length: 0.5, loud: 0.04 })
  },
  win(c, o, t) {
    ;[392, 523, 659, 784].forEach((from, i) => brass(c, o, t + i * 0.17, from, i === 3 ? 1.1 : 0.24))
  },
  lose(c, o, t) {
    ;[392, 349, 311, 262].forEach((from, i) => brass(c, o, t + i * 0.3, from, i === 3 ? 1.4 : 0.34))
    tone(c, o, { at: t + 0.9, from: 65, to: 60, length: 1.6, loud: 0.25 })
  },
  draw(c, o, t) {
    ;[392, 440, 392].forEach((from, i) => brass(c, o, t + i * 0.26, from, i === 2 ? 0.9 : 0.28))
  },
  engine(c, o, t) {
    // A rotary comes near and goes by.
    for (const [hz, loud] of [
      [84, 0.2],
      [126, 0.11],
      [168, 0.08],
    ] as const) {
      tone(c, o, { at: t, from: hz, to: hz * 0.86, type: 'sawtooth', length: 0.85, loud, rise: 0.22, under: 700, flutter: 21 })
    }
    rush(c, o, { at: t, length: 0.8, loud: 0.05, from: 900, to: 500, rise: 0.25 })
  },
  guns(c, o, t) {
    for (let i = 0; i < 6; i++) {
      rush(c, o, { at: t + i * 0.072, length: 0.06, loud: 0.34, from: 2600, to: 700 })
      tone(c, o, { at: t + i * 0.072, from: 150, to: 60, length: 0.05, loud: 0.2, type: 'square', under: 900 })
    }
  },
  cannon(c, o, t) {
    rush(c, o, { at: t, length: 0.5, loud: 0.5, from: 1600, to: 120 })
    tone(c, o, { at: t, from: 130, to: 38, length: 0.5, loud: 0.5 })
  },
  ray(c, o, t) {
    for (const off of [1, 1.012]) {
      tone(c, o, { at: t, from: 320 * off, to: 1500 * off, type: 'sawtooth', length: 0.62, loud: 0.12, rise: 0.08, under: 2600 })
    }
    tone(c, o, { at: t, from: 1500, to: 260, type: 'triangle', length: 0.6, loud: 0.1, rise: 0.05, flutter: 34 })
    rush(c, o, { at: t + 0.1, length: 0.6, loud: 0.1, from: 5200, to: 2400, rise: 0.15 })
  },
  boom(c, o, t) {
    rush(c, o, { at: t, length: 1.1, loud: 0.6, from: 1900, to: 90 })
    tone(c, o, { at: t, from: 110, to: 28, length: 0.9, loud: 0.5 })
    for (let i = 0; i < 4; i++) rush(c, o, { at: t + 0.25 + i * 0.13, length: 0.09, loud: 0.08, from: 3200, to: 1500 })
  },
  cylinder(c, o, t) {
    tone(c, o, { at: t, from: 2100, to: 240, length: 1.0, loud: 0.12, rise: 0.35, flutter: 9 })
    rush(c, o, { at: t, length: 1.0, loud: 0.12, from: 700, to: 3800, rise: 0.9 })
    rush(c, o, { at: t + 1, length: 1.2, loud: 0.6, from: 900, to: 60 })
    tone(c, o, { at: t + 1, from: 70, to: 24, length: 1.1, loud: 0.6 })
  },
  dice(c, o, t) {
    ;[0, 0.055, 0.13, 0.19, 0.3].forEach((d, i) =>
      rush(c, o, { at: t + d, length: 0.035, loud: 0.3 - i * 0.03, from: 3400 - i * 250, to: 1800 }),
    )
  },
  tread(c, o, t) {
    for (const d of [0, 0.3]) {
      tone(c, o, { at: t + d, from: 62, to: 36, length: 0.26, loud: 0.4 })
      rush(c, o, { at: t + d, length: 0.12, loud: 0.12, from: 420, to: 120 })
      tone(c, o, { at: t + d + 0.12, from: 410, to: 360, type: 'triangle', length: 0.2, loud: 0.03 })
    }
  },
  gas(c, o, t) {
    rush(c, o, { at: t, length: 1.1, loud: 0.16, from: 6200, to: 2200, rise: 0.2 })
  },
  card(c, o, t) {
    rush(c, o, { at: t, length: 0.11, loud: 0.12, from: 2400, to: 5200, rise: 0.05 })
  },
}

interface Sounding {
  at: number
  from: number
  to?: number
  length: number
  loud: number
  /** How long it takes to be there, in seconds. */
  rise?: number
}

function swell(c: AudioContext, { at, length, loud, rise = 0.006 }: Sounding): GainNode {
  const gain = c.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + rise)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  return gain
}

function tone(c: AudioContext, out: AudioNode, s: Sounding & { type?: OscillatorType; under?: number; flutter?: number }) {
  const source = c.createOscillator()
  source.type = s.type ?? 'sine'
  source.frequency.setValueAtTime(s.from, s.at)
  source.frequency.exponentialRampToValueAtTime(s.to ?? s.from, s.at + s.length)
  const gain = swell(c, s)
  let last: AudioNode = source.connect(gain)
  if (s.under) {
    const filter = c.createBiquadFilter()
    filter.type = 'lowpass'
    filter.frequency.value = s.under
    last = last.connect(filter)
  }
  if (s.flutter) {
    const shake = c.createGain()
    const by = c.createOscillator()
    const depth = c.createGain()
    depth.gain.value = 0.35
    shake.gain.value = 0.65
    by.frequency.value = s.flutter
    by.connect(depth).connect(shake.gain)
    by.start(s.at)
    by.stop(s.at + s.length)
    last = last.connect(shake)
  }
  last.connect(out)
  source.start(s.at)
  source.stop(s.at + s.length)
}

/** Three reeds a little apart make a horn. */
function brass(c: AudioContext, out: AudioNode, at: number, hz: number, length: number) {
  for (const off of [0.997, 1, 1.004]) tone(c, out, { at, from: hz * off, type: 'sawtooth', length, loud: 0.07, rise: 0.04, under: hz * 4 })
}

/** Noise through a band that wanders: wind, shots, gravel. */
function rush(c: AudioContext, out: AudioNode, s: Sounding) {
  if (!hiss) {
    hiss = c.createBuffer(1, c.sampleRate, c.sampleRate)
    const data = hiss.getChannelData(0)
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  }
  const source = c.createBufferSource()
  source.buffer = hiss
  source.loop = true
  const filter = c.createBiquadFilter()
  filter.type = 'lowpass'
  filter.Q.value = 1.2
  filter.frequency.setValueAtTime(s.from, s.at)
  filter.frequency.exponentialRampToValueAtTime(s.to ?? s.from, s.at + s.length)
  source.connect(filter).connect(swell(c, s)).connect(out)
  // Every shot begins elsewhere in the noise, so that no two are the same.
  source.start(s.at, Math.random() * 0.9)
  source.stop(s.at + s.length)
}
