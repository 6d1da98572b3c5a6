import type { CallbackParams } from './createWindowClient.ts'

/** What a provider returned: `state`, which the page verifies, and the parameters for the vault. */
export type Callback = { state: string; params: CallbackParams }

const names = ['code', 'iss', 'error', 'user'] as const

/**
 * Reads what a provider returned, in the query or in a posted form; undefined without a state, or if a parameter occurs twice.
 * The server of the leg checks the parameters; a missing or foreign `iss` too.
 */
export function readCallback(text: string): Callback | undefined {
  const sent = new URLSearchParams(text)
  if (['state', ...names].some((name) => sent.getAll(name).length > 1)) return undefined
  const state = sent.get('state')
  if (!state) return undefined
  const params = Object.fromEntries(
    names.flatMap((name) => {
      const value = sent.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return { state, params }
}
