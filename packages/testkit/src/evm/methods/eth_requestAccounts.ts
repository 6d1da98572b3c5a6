import type { Method } from './method.ts'

/** Asks once to show the accounts (EIP-1102); opens a locked wallet. */
export const eth_requestAccounts: Method = {
  connected: false,
  parse: () => undefined,
  consent: ({ state }) => !state.connected,
  run({ state }) {
    state.update({ authorized: true, locked: false })
    return state.exposed
  },
}
