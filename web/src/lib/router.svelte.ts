/** Where we are, from the part of the address behind `#`: it never leaves the browser, so keys are safe there. */
export type Place =
  | { page: 'home' }
  | { page: 'new'; game: string; scenario: string }
  | { page: 'match'; match: string; key: string; events: number | null }
  /** What somebody is invited to, before he sits down. */
  | { page: 'invitation'; match: string; token: string }
  /** The proof of a fair match. */
  | { page: 'check'; match: string; key: string }
  | { page: 'rules'; id: string | null }
  /** The rule book of a game, open at a chapter, at a word of its glossary, or at how a scenario is won. */
  | { page: 'book'; game: string; path: string[] }
  | { page: 'account' }

export function parse(hash: string): Place {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decode)
  const [head, second, third, fourth] = parts
  if (head === 'm' && second && third) {
    const events = fourth ? Number(fourth) : NaN
    return { page: 'match', match: second, key: third, events: Number.isInteger(events) ? events : null }
  }
  if (head === 'i' && second && third) return { page: 'invitation', match: second, token: third }
  if (head === 'check' && second && third) return { page: 'check', match: second, key: third }
  if (head === 'new' && second && third) return { page: 'new', game: second, scenario: third }
  if (head === 'book' && second) return { page: 'book', game: second, path: parts.slice(2) }
  if (head === 'rules') return { page: 'rules', id: second ?? null }
  if (head === 'account') return { page: 'account' }
  return { page: 'home' }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function link(place: Place): string {
  switch (place.page) {
    case 'home':
      return '#/'
    case 'new':
      return `#/new/${place.game}/${place.scenario}`
    case 'match':
      return `#/m/${place.match}/${place.key}${place.events === null ? '' : `/${place.events}`}`
    case 'invitation':
      return `#/i/${place.match}/${place.token}`
    case 'check':
      return `#/check/${place.match}/${place.key}`
    case 'rules':
      return place.id ? `#/rules/${place.id}` : '#/rules'
    case 'book':
      return ['#/book', place.game, ...place.path.map(encodeURIComponent)].join('/')
    case 'account':
      return '#/account'
  }
}

class Router {
  place = $state<Place>(parse(location.hash))

  constructor() {
    addEventListener('hashchange', () => (this.place = parse(location.hash)))
  }

  go(place: Place) {
    location.hash = link(place)
  }
}

export const router = new Router()
