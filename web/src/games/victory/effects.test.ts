import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import Effects from './Effects.svelte'
import type { Stage } from './stage.svelte'

test('a shot that misses says so on the table, and one that hits does not', () => {
  const said = (hit: boolean) => {
    const target = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const at = { x: 0, y: 0 }
    const stage = { progress: 0.7, effects: [{ kind: 'shot', from: at, to: at, hit }] } as unknown as Stage
    const made = mount(Effects, { target: target as unknown as Element, props: { stage } })
    flushSync()
    const text = target.textContent?.trim()
    void unmount(made)
    return text
  }
  expect([said(false), said(true)]).toEqual(['missed', ''])
})
