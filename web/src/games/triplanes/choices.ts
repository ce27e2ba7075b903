/** The answers to a decision as cards and rows: what is legal, and beside it what is not now. */
import { nameOf } from '../../lib/orders'
import type { Room } from '../../lib/room.svelte'
import type { Prompt } from '../../table/desk.svelte'
import { bodyOf, kindOf } from '../../table/tagged'
import type { Row } from '../../wire/Row'
import type { Action } from '../../wire/triplanes/Action'
import type { ActionCard } from '../../wire/triplanes/ActionCard'
import type { Ask } from '../../wire/triplanes/Ask'
import type { Components } from '../../wire/triplanes/Components'
import type { Order } from '../../wire/triplanes/Order'
import type { ShotView } from '../../wire/triplanes/ShotView'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import type { View } from '../../wire/triplanes/View'
import { askGun, askVehicle } from './asks'

/** One way to answer a prompt. What is not legal is shown dim and explains itself. */
export interface Choice {
  label: string
  detail: string
  order: Order
  legal: boolean
  shot?: ShotView
  action?: Action
  /** An action card that is laid face down. */
  card?: ActionCard
  /** The face of a damage card that can be inflicted. */
  face?: string | null
}

/** The legal answers in the engine's words; where cards lie beside a console, those that can not be used now as well. */
export async function choicesOf(room: Room<View, Components>, { ask }: Prompt<Ask>, vehicle: VehicleView | null): Promise<Choice[]> {
  const kind = kindOf(ask)
  const id = askVehicle(ask)
  const { live } = room
  const firing = kind === 'fire' || kind === 'ray' || kind === 'early_fire' || kind === 'fire_gun'
  // An order to fire has many names: of all that may be given now those of this gun are picked.
  const within = firing ? null : { [kind]: bodyOf(ask) ?? {} }
  const rows = await room.rows<Order>({ within, limit: 400 })
  const legal = ({ order, label, detail }: { order: Order } & Row): Choice => ({ order, label, detail, legal: true })
  if (firing) {
    const gun = askGun(ask)
    const own = rows.filter(({ order }) => askVehicle(order) === id && askGun(order) === gun)
    const shots = new Map(live.shots.map((s) => [nameOf(s.order), s]))
    const list = own.map((row): Choice => {
      const shot = shots.get(nameOf(row.order))
      return shot ? { ...legal(row), shot } : legal(row)
    })
    // Not to fire comes last.
    return [...list.filter((c) => c.shot), ...list.filter((c) => !c.shot)]
  }
  if (kind === 'inflict' && live.dot_hit) {
    // Two cards alike are one choice to the rules; on the table both are there.
    const { bomber, target, cards } = live.dot_hit
    return cards.map((face, card): Choice => {
      const like = rows.find(({ order }) => 'inflict' in order && cards[order.inflict.card] === face)
      return {
        label: like?.label ?? `Card ${card + 1}`,
        detail: like?.detail ?? '',
        order: { inflict: { vehicle: bomber, target, card } },
        legal: true,
        face,
      }
    })
  }
  if (kind === 'act' && vehicle) return actionChoices(room, vehicle, rows.map(legal))
  if (kind === 'commit' && vehicle) return cardChoices(room.components, vehicle, rows.map(legal))
  return rows.map(legal)
}

function actionChoices({ shown, components }: Room<View, Components>, vehicle: VehicleView, legal: Choice[]): Choice[] {
  const model = components.models[vehicle.model]
  const choices = legal.map((c): Choice => ('act' in c.order ? { ...c, action: c.order.act.action } : c))
  // A card that is shown is not exchanged: only its tokens are to choose from.
  const fixed = typeof shown.step === 'object' && 'reveal' in shown.step
  if (model?.kind === 'tripod' && !fixed) {
    const listed = new Set(choices.map((c) => nameOf(c.action)))
    for (const { action, label, detail } of model.actions) {
      // An action with an objective stands for the one without.
      const named = ['recharge', 'destroy_objective'].includes(kindOf(action))
      if (listed.has(nameOf(action)) || (named && choices.some((c) => kindOf(c.action) === kindOf(action)))) continue
      choices.push({ label, detail, order: { act: { vehicle: vehicle.id, action } }, legal: false, action })
    }
  }
  const kinds = ['pass', 'heat_ray', 'change_facing', 'recharge', 'destroy_objective', 'black_smoke']
  const rank = (c: Choice) => kinds.indexOf(kindOf(c.action ?? 'pass')) + (c.legal ? 0 : 10)
  return choices.sort((a, b) => rank(a) - rank(b))
}

/** The action cards of a tripod; one that can not be used explains itself. */
function cardChoices(components: Components, vehicle: VehicleView, legal: Choice[]): Choice[] {
  return components.action_cards.flatMap(({ card, label, detail }): Choice[] => {
    const order: Order = { commit: { vehicle: vehicle.id, card } }
    const found = legal.find((c) => nameOf(c.order) === nameOf(order))
    if (!found && card === 'black_smoke') return []
    return [{ ...(found ?? { label, detail, order, legal: false }), card }]
  })
}
