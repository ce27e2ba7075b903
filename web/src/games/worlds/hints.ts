/** What a decision is about, in a sentence or two for somebody who plays for the first time, and where it is written. */
export interface Hint {
  text: string
  rule: string
}

export const hints: Record<string, Hint> = {
  take_card: {
    text: 'You choose the cards that events will be drawn from. Cards that can be kept are weapons for a later day.',
    rule: 'WW-SC1-02',
  },
  deploy: {
    text: 'Guns near the landing zones meet the Waves early; Infantry is needed to dig, to build and to attack Cylinders.',
    rule: 'WW-SC1-03',
  },
  production: {
    text: 'Guns in the zone of a Wave, or where it goes next, give battle. Harbours let Refugees escape for points. What is not spent is kept.',
    rule: 'WW-PRO-04',
  },
  storm: { text: 'The card stops one attack on a zone. It is gone afterwards.', rule: 'WW-DEV-01' },
  battle: { text: 'Every Wave that stands where you have Guns is fought, one after the other; you choose the order.', rule: 'WW-BAT-02' },
  plans: { text: 'Battle Plans help in this battle only: more dice, another roll, a Tripod destroyed at once.', rule: 'WW-PLN-01' },
  place_gun: {
    text: 'Tripods come down the columns. A Gun further back is found later, but must wait until they are within three hexes.',
    rule: 'WW-BSU-01',
  },
  place_foot: { text: 'Infantry and Cavalry stand in the last row. If a Tripod reaches them the Martians score.', rule: 'WW-BSU-03' },
  choose_plan: { text: 'The scouts saw enough: take the plan that you need.', rule: 'WW-BSU-04' },
  card: { text: 'The card tells each colour of Tripod what to do. A plan may change it before it takes effect.', rule: 'WW-PLN-04' },
  apply: { text: 'Kriegspiel laid a second card beside the first: one of them takes effect.', rule: 'WW-PLN-04' },
  reroll: { text: 'A plan lets you roll this die again; the second throw counts.', rule: 'WW-PLN-06' },
  flip: { text: 'The Trap damages undamaged Tripods; a damaged one falls with the next hit.', rule: 'WW-PLN-05' },
  target: { text: 'The Martians choose the closest Gun. Where several are equally close, you say which.', rule: 'WW-MAR-10' },
  fire: {
    text: 'Each Gun may fire at a Tripod within three hexes. The first hit damages, the second destroys. Firing costs a level of Earthworks.',
    rule: 'WW-FIR-02',
  },
  shell: { text: 'The Tripod was only damaged. The shell would destroy it at once.', rule: 'WW-PLN-07' },
  action: {
    text: 'Every unit and every Refugee may move one zone; Infantry may work instead. Bring Refugees to zones with a Harbour.',
    rule: 'WW-ACT-01',
  },
  excess: { text: 'A zone shelters as many Refugees as it has gears. The others perish, and the Martians score.', rule: 'WW-REF-02' },
  place_refugee: {
    text: 'The boats leave from the top row. Far from the Tripod is safer; the black hexes below are the way out.',
    rule: 'WW-NAV-03',
  },
  ships: { text: 'War Ships draw the Tripod away and can hit it. They are gone when the battle ends.', rule: 'WW-NAV-04' },
  sea_step: { text: 'Several hexes bring the Tripod equally close to its prey: you choose.', rule: 'WW-NAV-09' },
  sea_target: { text: 'Several counters are equally close to the Tripod: you say which it means.', rule: 'WW-NAV-11' },
  sea: { text: 'Boats move one hex towards a black hex; ships move or fire.', rule: 'WW-NAV-14' },
  blast: { text: 'A Powder Mill went off under the Wave: you say which Tripod it hits.', rule: 'WW-ACT-09' },
  or: { text: 'The card offers two effects. Choose one, or let it pass.', rule: 'WW-EVT-02' },
  event: { text: 'The card asks you where or whom. Places that fit glow on the map.', rule: 'WW-EVT-07' },
  paid_event: { text: 'Another card costs points, and it may be a good or a bad one.', rule: 'WW-SC1-10' },
}
