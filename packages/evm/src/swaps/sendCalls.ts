import { type Endpoint, pollUntil, type SentTransaction } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { WrittenCall } from '@portico/protocol/swaps'
import { sendBatch } from '../calls/sendBatch.ts'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/** How long to wait until the wallet says in which transaction the calls are, in milliseconds. */
const inclusionTimeoutMs = 600_000

/**
 * Has the wallet execute calls as one, all or none (EIP-5792), and waits for their transaction.
 *
 * @throws {RpcError} with the wallet's code; −32603 if the wallet does not say in which transaction the calls are
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export async function sendCalls({
  provider,
  account,
  calls,
  ...endpoint
}: Endpoint & {
  provider: Provider
  account: string
  calls: readonly WrittenCall[]
}): Promise<SentTransaction> {
  const { id } = await sendBatch({ provider, account, ...endpoint, batch: { calls, atomicRequired: true } })
  let hash: unknown
  let status: unknown
  await pollUntil({
    signal: AbortSignal.timeout(inclusionTimeoutMs),
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      // Read here and not with `getStatus`: all but the hash is read from the network.
      const calls = await callWallet(provider, 'wallet_getCallsStatus', [id])
      status = readProperty(calls, 'status')
      hash = readProperty(readProperty(readProperty(calls, 'receipts'), '0'), 'transactionHash')
      // 100 is pending; 400 failed without a transaction.
      return typeof hash === 'string' || (typeof status === 'number' && status >= 200)
    },
  })
  if (typeof hash !== 'string')
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The wallet did not name the transaction of the calls.',
      metaMessages: [`Status: ${status}`],
    })
  return { hash, from: account }
}
