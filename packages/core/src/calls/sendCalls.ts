import { type CaipNetworkId, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { findCallsAccount } from './findCallsAccount.ts'
import type { CallBatch, SentCalls } from './NamespaceCalls.ts'
import { startSequence } from './startSequence.ts'

/** The parameters of {@link sendCalls}. */
export interface SendCallsParameters extends Omit<CallBatch, 'atomicRequired'> {
  /** Whether all calls must be executed, or none. Default: false. */
  atomicRequired?: boolean | undefined
  /** Default: the network that the wallet is on. */
  networkId?: CaipNetworkId | undefined
}

/** A batch that was accepted, by the wallet or call by call. */
export interface SendCallsResult extends SentCalls {
  /** Whether the wallet executes the batch itself. Otherwise the calls are sent one by one, and the wallet asks for each. */
  isBatch: boolean
}

/** The codes with which a wallet says that it cannot execute the batch, and that it has sent nothing. */
const unable: readonly number[] = [
  rpcErrorCodes.methodNotFound,
  rpcErrorCodes.unsupportedMethod,
  rpcErrorCodes.unsupportedChainId,
  rpcErrorCodes.atomicityNotSupported,
]

/**
 * Has the connected wallet execute calls together (`wallet_sendCalls`). If the wallet says that it cannot, and `atomicRequired` is not
 * set, the calls are sent one by one: each after the receipt of the last, and none after one that was refused or has
 * failed. Nothing is sent again after any other error, because it may have been sent.
 *
 * @returns the ID of the batch, for {@link getCallsStatus}
 * @throws {RpcError} 5760 if `atomicRequired` is set and the wallet cannot; 5700 if it cannot do what `capabilities` asks for; 5720
 * if `id` is used already; −32602 without calls, or with a negative value; 4001 if the visitor refuses; otherwise with the wallet's code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { sendCalls } from '@portico/core/calls'
 *
 * const { id } = await sendCalls(kit, { calls: [{ to: token, data: approve }, { to: exchange, data: swap }] })
 */
export async function sendCalls(
  kit: Kit,
  { atomicRequired = false, networkId, ...batch }: SendCallsParameters,
): Promise<SendCallsResult> {
  if (batch.calls.length === 0)
    throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: '`calls` is empty.' })
  const negative = batch.calls.findIndex(({ value }) => value !== undefined && value < 0n)
  if (negative >= 0)
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: `\`value\` of \`calls[${negative}]\` is negative.`,
    })
  const context = await findCallsAccount(kit, networkId)
  try {
    const { account, provider, endpoint, calls } = context
    const sent = await calls.sendBatch({
      ...endpoint,
      account,
      provider,
      batch: { ...batch, atomicRequired },
    })
    return { ...sent, isBatch: true }
  } catch (error) {
    if (!(error instanceof RpcError) || !unable.includes(error.rpcCode)) throw error
    if (atomicRequired)
      throw new RpcError({
        rpcCode: rpcErrorCodes.atomicityNotSupported,
        message: 'The wallet cannot execute the calls all or none.',
        cause: error,
      })
    const required = Object.entries(batch.capabilities ?? {}).find(
      ([, value]) => readProperty(value, 'optional') !== true,
    )
    if (required)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedCapability,
        message: `The wallet does not support the capability ${required[0]}.`,
        metaMessages: ['Mark it with `optional: true` if the calls may be sent without it.'],
        cause: error,
      })
  }
  return { id: await startSequence(kit, { ...context, batch }), isBatch: false }
}
