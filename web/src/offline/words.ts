/** What page and worker say to each other. */
import type { Failure } from '../wire/Failure'
import type { FailureBody } from '../wire/FailureBody'

export type ToWorker =
  | { to: 'begin'; base: string }
  | { to: 'ask'; n: number; method: string; path: string; key: string | null; body: string | null }
  | { to: 'say'; line: number; match: string; say: string }
  | { to: 'leave'; line: number; match: string }

export type FromWorker =
  | { to: 'answer'; n: number; value?: unknown; error?: FailureBody }
  | { to: 'line'; line: number; tell: unknown }
  /** The line is at its end; whoever wants to know more opens another one. */
  | { to: 'lost'; line: number }

export function failed(code: string, message: string): Failure {
  return { error: { code, message, rule: null, place: null } }
}

export const notFound = (message: string) => failed('not_found', message)

/** Whether something that was thrown is a failure in words. */
export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'error' in error
}
