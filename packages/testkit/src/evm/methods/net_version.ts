import type { Method } from './method.ts'

/** The active chain, as decimal text. */
export const net_version: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: ({ state }) => String(state.chainId),
}
