/** What pages are laid out on: wood below, paper above. The style sheets know them as `--figure` and `--grain`. */
import { grain, type Noise } from '../lib/grain'

const papers: Record<string, Noise> = {
  '--figure': {
    fine: '.0014 .16',
    octaves: 4,
    seed: 23,
    ink: '0 0 0 0 .1  0 0 0 0 .06  0 0 0 0 .02  0 0 0 .95 -.36',
    width: 1400,
    height: 350,
  },
  '--grain': { fine: 0.7, seed: 7, ink: '0 0 0 0 .64  0 0 0 0 .56  0 0 0 0 .37  0 0 0 .8 -.3', width: 260, height: 260 },
}

/** Without them everything stands on plain colours, as it does until they are there. */
export function layOut() {
  for (const [name, noise] of Object.entries(papers)) {
    void grain(noise).then((picture) => document.documentElement.style.setProperty(name, `url("${picture}")`))
  }
}
