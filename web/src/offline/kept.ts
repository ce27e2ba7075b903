/** Matches in this browser's own database. Steps are only ever added; a step that is there already was taken in another window. */
import type { Answer, Brief } from './rules'

const NAME = 'heatray'

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, fail) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('rows')
      asked.result.createObjectStore('steps')
      asked.result.createObjectStore('briefs')
    }
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => fail(asked.error ?? new Error('no database'))
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

const got = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => fail(asked.error ?? new Error('not read'))
  })

/** All steps of a match have a name between these two. */
const all = (match: string) => IDBKeyRange.bound([match, 0], [match, Infinity])

/** Writes what an answer gives to be kept, all of it or nothing. */
export async function keep(answer: Answer): Promise<void> {
  if (!answer.rows && !answer.steps && !answer.briefs) return
  const writing = (await database()).transaction(['rows', 'steps', 'briefs'], 'readwrite')
  const done = new Promise<void>((done, fail) => {
    writing.oncomplete = () => done()
    writing.onabort = () => fail(writing.error ?? new Error('not written'))
  })
  for (const [match, row] of answer.rows ?? []) writing.objectStore('rows').add(row, match)
  for (const { match, n, step } of answer.steps ?? []) writing.objectStore('steps').add(step, [match, n])
  for (const brief of answer.briefs ?? []) writing.objectStore('briefs').put(brief, brief.summary.match)
  await done
}

export interface Kept {
  row: string
  steps: string[]
}

export async function find(match: string): Promise<Kept | null> {
  const reading = (await database()).transaction(['rows', 'steps'])
  const [row, steps] = await Promise.all([
    got(reading.objectStore('rows').get(match) as IDBRequest<string | undefined>),
    got(reading.objectStore('steps').getAll(all(match)) as IDBRequest<string[]>),
  ])
  return row === undefined ? null : { row, steps }
}

export async function briefOf(match: string): Promise<Brief | null> {
  const reading = (await database()).transaction('briefs')
  return (await got(reading.objectStore('briefs').get(match) as IDBRequest<Brief | undefined>)) ?? null
}
