import type { Method } from './method.ts'

/** Returns the active chain id as a decimal string. */
export const net_version: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: ({ state }) => String(state.chainId),
}
