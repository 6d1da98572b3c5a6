import { type Endpoint, pollUntil } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import { createClient } from './createClient.ts'
import { statusResponse } from './nodeResponses.ts'

const levels: readonly Commitment[] = ['processed', 'confirmed', 'finalized']

/**
 * Resolves when the transaction has reached the given commitment, whether it succeeded or failed. Polls with a growing
 * delay, from 250 ms to 4 s. An endpoint that fails is polled again.
 *
 * @throws the reason of `signal`, once it is aborted; {RpcError} −32602 for a malformed signature.
 */
export async function waitForTransaction({
  network,
  urls,
  customUrls,
  hash,
  signal,
  commitment,
}: Endpoint & { hash: string; signal: AbortSignal; commitment: Commitment }): Promise<void> {
  if (!base58Bytes(hash, 64)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A Solana transaction ID must be 64 bytes in base58.',
    })
  }
  const client = createClient({ network, urls, customUrls })
  await pollUntil({
    signal,
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      const response = await client.request({
        method: 'getSignatureStatuses',
        params: [[hash], { searchTransactionHistory: true }],
      })
      const [status] = statusResponse.safeParse(response).data?.value ?? []
      return status ? levels.indexOf(status.confirmationStatus) >= levels.indexOf(commitment) : false
    },
  })
}
