import { type Endpoint, pollUntil, type SentTransaction, type TransferOutcome } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { createClient } from '../assets/createClient.ts'

/**
 * Resolves once a sent transfer is in a block, or another transaction of the account has taken its place. Polls with a growing delay,
 * from 250 ms to 4 s. An endpoint that fails is polled again.
 *
 * @throws the reason of `signal`, once it is aborted
 */
export async function waitForOutcome({
  sent: { hash },
  signal,
  ...endpoint
}: Endpoint & { sent: SentTransaction; signal: AbortSignal }): Promise<TransferOutcome> {
  const client = createClient(endpoint)
  let outcome: TransferOutcome | undefined
  let sent: { from: string; nonce: bigint } | undefined

  async function readReceipt(): Promise<TransferOutcome | undefined> {
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    const status = readProperty(receipt, 'status')
    return typeof status === 'string' ? (BigInt(status) === 1n ? 'confirmed' : 'failed') : undefined
  }

  async function isReplaced(): Promise<boolean> {
    sent ??= readSender(await client.request({ method: 'eth_getTransactionByHash', params: [hash] }))
    if (!sent) return false
    const { from, nonce } = sent
    const next = await client.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] })
    return BigInt(`${next}`) > nonce
  }

  await pollUntil({
    signal,
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      outcome = await readReceipt()
      // Its own block may have come between the two answers.
      if (!outcome && (await isReplaced())) outcome = (await readReceipt()) ?? 'replaced'
      return outcome !== undefined
    },
  })
  return outcome as TransferOutcome
}

function readSender(transaction: unknown): { from: string; nonce: bigint } | undefined {
  const [from, nonce] = [readProperty(transaction, 'from'), readProperty(transaction, 'nonce')]
  return typeof from === 'string' && typeof nonce === 'string' ? { from, nonce: BigInt(nonce) } : undefined
}
