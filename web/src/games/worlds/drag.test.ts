import { expect, test } from 'vitest'
import { Drag } from './drag.svelte'

/** A desk on which an Infantry may go to zone 2; zones are ten wide. */
function desk() {
  const pressed: string[] = []
  const play = {
    piece: null as string | null,
    glows: (key: string): 'spot' | 'piece' | null => (play.piece === 'unit:1' && key === 'zone:2' ? 'spot' : null),
    press: (key: string) => Promise.resolve(void pressed.push(key)),
  }
  return { play, pressed, drag: new Drag(play, ({ x }) => Math.floor(x / 100)) }
}
const at = (x: number) => ({ x, y: 0 })

test('a piece that is dragged to a zone where it may go is ordered there, and the map stays', () => {
  const { play, pressed, drag } = desk()
  drag.lift('unit:1')
  expect([drag.down(at(50)), drag.move(at(55)), play.piece]).toEqual([true, true, null])
  expect([drag.move(at(240)), play.piece, drag.path]).toEqual([true, 'unit:1', [at(50), at(240)]])
  drag.up()
  expect([pressed, drag.path, drag.isClick()]).toEqual([['zone:2'], null, false])
})

test('let go elsewhere it stays in the hand; a press that does not move is a press; the bare map is dragged', () => {
  const { play, pressed, drag } = desk()
  drag.lift('unit:1')
  drag.down(at(50))
  drag.move(at(350))
  drag.up()
  expect([pressed, play.piece]).toEqual([[], 'unit:1'])
  drag.lift('unit:1')
  drag.down(at(50))
  drag.up()
  expect([pressed, drag.isClick()]).toEqual([[], true])
  expect([drag.down(at(50)), drag.move(at(250))]).toEqual([false, false])
})
