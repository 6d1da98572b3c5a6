import type { Method } from './method.ts'

/** Requests access to the accounts once (EIP-1102). Unlocks a locked wallet. */
export const eth_requestAccounts: Method = {
  connected: false,
  parse: () => undefined,
  consent: ({ state }) => !state.connected,
  run({ state }) {
    state.update({ authorized: true, locked: false })
    return state.exposed
  },
}
