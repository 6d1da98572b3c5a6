import type { Method } from './method.ts'

/** Returns the accounts the page may see. Needs no consent. */
export const eth_accounts: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: ({ state }) => state.exposed,
}
