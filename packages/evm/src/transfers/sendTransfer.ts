import type { Endpoint, SentTransaction, TransferPlan } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { sendTransaction } from '../connector/sendTransaction.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Has the wallet send a planned transfer.
 *
 * @throws {RpcError} 4001 if the visitor refuses; −32603 if the wallet returns no hash; otherwise with the wallet's code
 */
export async function sendTransfer({
  provider,
  plan: { transfer, request },
  network,
}: Endpoint & { provider: unknown; plan: TransferPlan }): Promise<SentTransaction> {
  if (request === undefined)
    throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: 'This transfer cannot be sent.' })
  const hash = await sendTransaction({ provider: provider as Provider, network, request })
  // The wallet has chosen the nonce, which only a node can tell.
  return { hash, from: transfer.from }
}
