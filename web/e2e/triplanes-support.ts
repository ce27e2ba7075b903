/** Tables of Tripods & Triplanes that tests and pictures begin at. */

export const rival = [{ kind: 'open' }, { kind: 'bot', bot: 'random' }]
export const sides = [
  { name: 'Earthling', team: 'earthlings' },
  { name: 'Martian', team: 'martians' },
]

/** A Spad with guns, a cannon and rockets at the moment of firing, and these tripods before it. */
function firing(tripods: { model: string; at: { x: number; y: number }; facing: number }[]) {
  const spad = { model: 'spad_xiii', seat: 0, at: { x: 450, y: 330 }, facing: 0, plan: [1, 2, 3], flown: 1, cannon: true, rockets: 1 }
  const others = tripods.map((tripod) => ({ ...tripod, seat: 1, plan: [11, 12, 13] }))
  return { seed: 4, seats: rival, position: { step: { firing: { phase: 0 } }, seats: sides, vehicles: [spad, ...others] } }
}

/** Guns, cannon and rockets of one airplane, and a tripod before them. */
export const armed = firing([
  { model: 'mk1_locust', at: { x: 450, y: 425 }, facing: 0 },
  { model: 'mk3_squid', at: { x: 600, y: 560 }, facing: 200 },
])

/** The same with two tripods in its sights. */
export const crowded = firing([
  { model: 'mk1_locust', at: { x: 415, y: 430 }, facing: 0 },
  { model: 'mk3_squid', at: { x: 500, y: 440 }, facing: 200 },
])
