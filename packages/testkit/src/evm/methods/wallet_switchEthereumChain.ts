import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { fromChainIdHex } from '../evmChain.ts'
import { firstObject, invalidParams, type Method } from './method.ts'

/** Switches the active chain (EIP-3326). Fails with 4902 for an unknown chain. */
export const wallet_switchEthereumChain: Method<number> = {
  connected: false,
  parse({ state }, params) {
    const chainId = fromChainIdHex(firstObject(params, 'wallet_switchEthereumChain').chainId)
    if (chainId === undefined) {
      throw invalidParams('`chainId` must be hex without leading zeros, for example 0x7a69.')
    }
    if (state.chain(chainId)) return chainId
    throw new ProviderRpcError({
      code: rpcErrorCodes.unrecognizedChain,
      message: `Unrecognized chain ID "0x${chainId.toString(16)}". Add it with wallet_addEthereumChain first.`,
    })
  },
  consent: ({ state }, chainId) => chainId !== state.chainId,
  run({ state }, chainId) {
    state.update({ chainId })
    return null
  },
}
