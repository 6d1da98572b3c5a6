import { type CallsStatus, type Capabilities, type Kit, MissingAppKitError } from '@portico/core'
import type { SendCallsParameters, SendCallsResult } from '@portico/core/calls'
import type { CaipNetworkId } from '@portico/protocol'
import { getDefaultAppKit } from '../defaultKit.ts'

/**
 * Has the connected wallet execute calls together (`wallet_sendCalls`). If the wallet cannot, and `atomicRequired` is not set, the wallet
 * is asked for one call after the other. Resolves when the wallet has accepted them.
 *
 * @throws MissingAppKitError before `createAppKit` · {RpcError} 5760 if `atomicRequired` is set and the wallet cannot; 5700 if it cannot
 * do what `capabilities` asks for; 4900 if no wallet is connected; 4001 if the visitor refuses; otherwise with the wallet's code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { sendCalls } from '@portico/react/calls'
 *
 * const { id } = await sendCalls({ calls: [{ to: token, data: approve }, { to: exchange, data: swap }] })
 */
export async function sendCalls(parameters: SendCallsParameters): Promise<SendCallsResult> {
  const kit = requireKit()
  return (await import('@portico/core/calls')).sendCalls(kit, parameters)
}

/**
 * Returns how far a batch of calls is.
 *
 * @throws MissingAppKitError before `createAppKit` · {RpcError} 5730 if the wallet does not know the ID; otherwise with its code
 * @example
 * import { getCallsStatus } from '@portico/react/calls'
 *
 * const { status, receipts } = await getCallsStatus({ id })
 */
export async function getCallsStatus(parameters: { id: string }): Promise<CallsStatus> {
  const kit = requireKit()
  return (await import('@portico/core/calls')).getCallsStatus(kit, parameters)
}

/**
 * Asks the connected wallet what it supports on the listed networks (`wallet_getCapabilities`).
 *
 * @throws MissingAppKitError before `createAppKit` · {RpcError} 4900 if no wallet is connected; −32002 if it does not answer within 2 s
 * @example
 * import { getCapabilities } from '@portico/react/calls'
 *
 * const { 'eip155:8453': base } = await getCapabilities()
 */
export async function getCapabilities(): Promise<Partial<Record<CaipNetworkId, Capabilities>>> {
  const kit = requireKit()
  return (await import('@portico/core/calls')).getCapabilities(kit)
}

function requireKit(): Kit {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit.scope.kit
}
