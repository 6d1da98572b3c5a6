import type { SentTransaction, TransferPlan } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Has the wallet send a planned transfer.
 *
 * @throws {RpcError} 4001 if the visitor refuses; −32603 if the wallet returns no hash; otherwise with the wallet's code
 */
export async function sendTransfer({
  provider,
  plan: { transfer, request },
}: {
  provider: unknown
  plan: TransferPlan
}): Promise<SentTransaction> {
  if (request === undefined)
    throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: 'This transfer cannot be sent.' })
  const hash = await callWallet(provider as Provider, 'eth_sendTransaction', [request])
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The wallet returned an invalid transaction hash.',
    })
  // The wallet has chosen the nonce, which only a node can tell.
  return { hash, from: transfer.from }
}
