/** A choice that can be pointed at and pressed on the map; the desk has it in words. */
import type { Play } from './play.svelte'

export function aiming(play: Play, index: number) {
  return {
    role: 'button' as const,
    tabindex: -1,
    'aria-label': play.choices[index]?.label ?? '',
    onpointerenter: () => (play.pointed = index),
    onpointerleave: () => (play.pointed = null),
    onclick: (event: Event) => {
      event.stopPropagation()
      void play.press(index)
    },
  }
}
