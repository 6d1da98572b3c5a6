import { toChainIdHex } from '../evmChain.ts'
import type { Method } from './method.ts'

/** Returns the active chain id in hex. */
export const eth_chainId: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: ({ state }) => toChainIdHex(state.chainId),
}
