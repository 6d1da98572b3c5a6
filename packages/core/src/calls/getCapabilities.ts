import { type CaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { findCallsAccount } from './findCallsAccount.ts'
import type { Capabilities } from './NamespaceCalls.ts'

/** How long a wallet may take to say what it supports, in milliseconds. */
const timeoutMs = 2000

/**
 * Asks the connected wallet what it supports on the listed networks (`wallet_getCapabilities`), such as executing calls all or none. A
 * wallet that does not know the question supports nothing.
 *
 * @returns by network; a network for which the wallet names nothing is missing
 * @throws {RpcError} 4900 if no wallet is connected; −32002 if the wallet does not answer within 2 s; otherwise with its code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { getCapabilities } from '@portico/core/calls'
 *
 * const { 'eip155:8453': base } = await getCapabilities(kit)
 */
export async function getCapabilities(kit: Kit): Promise<Partial<Record<CaipNetworkId, Capabilities>>> {
  const { account, provider, endpoint, calls } = await findCallsAccount(kit, undefined)
  const { networks } = kit.store.getState()
  const networkIds = networks
    .filter(({ chainNamespace }) => chainNamespace === endpoint.network.chainNamespace)
    .map(({ caipNetworkId }) => caipNetworkId)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new RpcError({
      rpcCode: rpcErrorCodes.resourceUnavailable,
      message: 'The wallet did not say what it supports.',
    })
    timer = setTimeout(() => reject(error), timeoutMs)
  })
  try {
    return await Promise.race([calls.getCapabilities({ provider, account, networkIds }), late])
  } catch (error) {
    const isUnknown = error instanceof RpcError && unknownMethod.includes(error.rpcCode)
    if (isUnknown) return {}
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const unknownMethod: readonly number[] = [rpcErrorCodes.methodNotFound, rpcErrorCodes.unsupportedMethod]
