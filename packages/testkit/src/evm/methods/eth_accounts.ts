import type { Method } from './method.ts'

/** The accounts the page may see; never asks. */
export const eth_accounts: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: ({ state }) => state.exposed,
}
