import type { Method } from './method.ts'
import { assertPermissions } from './wallet_requestPermissions.ts'

/** Revokes the page's permission. Needs no consent. */
export const wallet_revokePermissions: Method = {
  connected: false,
  parse: (_, params) => assertPermissions(params, 'wallet_revokePermissions'),
  consent: false,
  run({ state }) {
    state.update({ authorized: false })
    return null
  },
}
