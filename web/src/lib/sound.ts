/** Short synthesised sounds, off by default. */
type Sound = 'bell' | 'ray' | 'guns' | 'engine' | 'boom'

let context: AudioContext | null = null

export function play(sound: Sound) {
  try {
    context ??= new AudioContext()
    const now = context.currentTime
    switch (sound) {
      case 'bell':
        tone(880, 'sine', now, 0.9, 0.12)
        tone(1320, 'sine', now, 0.6, 0.05)
        return
      case 'ray':
        sweep(1400, 220, 'sawtooth', now, 0.4, 0.07)
        return
      case 'guns':
        for (let i = 0; i < 4; i++) noise(now + i * 0.07, 0.05, 0.12)
        return
      case 'engine':
        sweep(70, 95, 'sawtooth', now, 0.5, 0.03)
        return
      case 'boom':
        noise(now, 0.7, 0.25)
        sweep(120, 30, 'triangle', now, 0.7, 0.2)
    }
  } catch {
    // No sound is no loss.
  }
}

function tone(hz: number, type: OscillatorType, at: number, length: number, loud: number) {
  sweep(hz, hz, type, at, length, loud)
}

function sweep(from: number, to: number, type: OscillatorType, at: number, length: number, loud: number) {
  if (!context) return
  const source = context.createOscillator()
  const gain = context.createGain()
  source.type = type
  source.frequency.setValueAtTime(from, at)
  source.frequency.exponentialRampToValueAtTime(to, at + length)
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  source.connect(gain).connect(context.destination)
  source.start(at)
  source.stop(at + length)
}

function noise(at: number, length: number, loud: number) {
  if (!context) return
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length)
  const source = context.createBufferSource()
  const gain = context.createGain()
  gain.gain.value = loud
  source.buffer = buffer
  source.connect(gain).connect(context.destination)
  source.start(at)
}
