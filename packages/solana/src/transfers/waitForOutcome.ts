import { type Endpoint, pollUntil, type SentTransaction, type TransferOutcome } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { createClient } from '../assets/createClient.ts'
import type { Commitment } from '../Commitment.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'

const levels: readonly unknown[] = ['processed', 'confirmed', 'finalized']

/**
 * Resolves once a sent transaction has reached the commitment, or can no longer be included. Polls with a growing delay, from 250 ms
 * to 4 s. An endpoint that fails is polled again.
 *
 * @throws the reason of `signal`, once it is aborted; {RpcError} −32602 for a malformed signature
 */
export async function waitForOutcome({
  sent: { hash, expiry },
  signal,
  commitment,
  ...endpoint
}: Endpoint & {
  sent: SentTransaction
  signal: AbortSignal
  commitment: Commitment
}): Promise<TransferOutcome> {
  if (!base58Bytes(hash, 64))
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A Solana transaction ID must be 64 bytes in base58.',
    })
  const client = createClient(endpoint)
  let outcome: TransferOutcome | undefined

  /** Returns how it ended, and up to which slot the node has looked. */
  async function look(): Promise<{ outcome?: TransferOutcome; isFound: boolean; slot: number }> {
    const response = await client.request({
      method: 'getSignatureStatuses',
      params: [[hash], { searchTransactionHistory: true }],
    })
    const [status] = readList(readProperty(response, 'value'))
    const slot = Number(readProperty(readProperty(response, 'context'), 'slot') ?? 0)
    // Only null says that the node has not found it.
    if (status === null) return { isFound: false, slot }
    const isFinal = levels.indexOf(readProperty(status, 'confirmationStatus')) >= levels.indexOf(commitment)
    const error = readProperty(status, 'err')
    if (!isFinal || error === undefined) return { isFound: true, slot }
    return { outcome: error === null ? 'confirmed' : 'failed', isFound: true, slot }
  }

  /** Returns the slot of a finalized block after the last that may contain the transaction. */
  async function findEnd(): Promise<number | undefined> {
    if (expiry === undefined) return undefined
    const info = await client.request({ method: 'getEpochInfo', params: [{ commitment: 'finalized' }] })
    const [height, slot] = [readProperty(info, 'blockHeight'), readProperty(info, 'absoluteSlot')]
    return Number(height) > Number(expiry) && Number.isInteger(slot) ? (slot as number) : undefined
  }

  await pollUntil({
    signal,
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      const first = await look()
      outcome = first.outcome
      if (outcome || first.isFound) return outcome !== undefined
      const end = await findEnd()
      if (end === undefined) return false
      // Look once more: it may have been included between the two answers. A node that is behind may still get the block.
      const last = await look()
      outcome = last.outcome ?? (!last.isFound && last.slot >= end ? 'expired' : undefined)
      return outcome !== undefined
    },
  })
  return outcome as TransferOutcome
}
