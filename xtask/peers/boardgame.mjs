// One match of a two-player game with secrets over boardgame.io's own server and socket, in memory: moves a second.
// Each player moves only when the news of the other's move has come. `node boardgame.mjs SECONDS`
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'

// Its modules for Node are CommonJS.
const require = createRequire(import.meta.url)
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core')

/** Both hold a hidden number; a move changes one's own, and the other has the turn. */
const game = {
  name: 'hidden',
  setup: () => ({ moves: 0, players: { 0: { hidden: 0 }, 1: { hidden: 0 } } }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    hide: {
      move: ({ G, playerID }, n) => {
        if (!Number.isInteger(n) || n < 0 || n > 99) return INVALID_MOVE
        G.players[playerID].hidden = n
        G.moves += 1
      },
      // The server decides; what a client shows before that is no news.
      client: false,
    },
  },
}

const PORT = 8791

async function serve() {
  const { Server, Origins } = require('boardgame.io/server')
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] })
  await server.run({ port: PORT, host: '127.0.0.1' }, () => process.send('ready'))
}

async function play(seconds) {
  const { Client } = require('boardgame.io/client')
  const { SocketIO } = require('boardgame.io/multiplayer')
  const server = `http://127.0.0.1:${PORT}`
  const post = async (path, body) => {
    const answer = await fetch(`${server}/games/hidden/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  const { matchID } = await post('create', { numPlayers: 2 })
  const seats = []
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID })
    seats.push(
      Client({ game, multiplayer: SocketIO({ server }), matchID, playerID, credentials: playerCredentials, debug: false }),
    )
  }
  let seen = 0
  let begun = null
  const done = new Promise((end) => {
    seats.forEach((client, seat) => {
      let answered = -1
      client.subscribe((state) => {
        if (!state?.isActive || !client.getState()?.isConnected) return
        if (state.ctx.currentPlayer !== String(seat) || state.G.moves === answered) return
        answered = state.G.moves
        begun ??= { at: performance.now(), moves: state.G.moves }
        seen = state.G.moves
        if (performance.now() - begun.at > seconds * 1000) return end()
        setImmediate(() => client.moves.hide(state.G.moves % 100))
      })
      client.start()
    })
  })
  await done
  const took = (performance.now() - begun.at) / 1000
  console.log(JSON.stringify({ moves_per_s: Math.round((seen - begun.moves) / took) }))
  seats.forEach((client) => client.stop())
}

if (process.argv[2] === 'serve') {
  await serve()
} else {
  const child = fork(import.meta.filename, ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await new Promise((ready) => child.once('message', ready))
  await play(Number(process.argv[2]))
  child.kill()
  process.exit(0)
}
