import type { Method } from './method.ts'
import { readPermissions } from './wallet_requestPermissions.ts'

/** The page gives its permission back. Wallets do not ask for this. */
export const wallet_revokePermissions: Method = {
  connected: false,
  parse: (_, params) => readPermissions(params, 'wallet_revokePermissions'),
  consent: false,
  run({ state }) {
    state.update({ authorized: false })
    return null
  },
}
