import { type Endpoint, pollUntil } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { createClient } from './createClient.ts'

/**
 * Resolves when the transaction is in a block, whether it succeeded or reverted. Polls with a growing delay, from 250
 * ms to 4 s. An endpoint that fails is polled again.
 *
 * @throws the reason of `signal`, once it is aborted; {RpcError} −32602 for a malformed hash.
 */
export async function waitForTransaction({
  network,
  urls,
  customUrls,
  hash,
  signal,
}: Endpoint & { hash: string; signal: AbortSignal }): Promise<void> {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A transaction hash must be 0x followed by 64 hex digits.',
    })
  }
  const client = createClient({ network, urls, customUrls })
  await pollUntil({
    signal,
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      return typeof readProperty(receipt, 'blockNumber') === 'string'
    },
  })
}
