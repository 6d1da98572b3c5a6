import { pollUntil, type SentTransaction, type TransferOutcome } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { type Outpoint, parseOutpoints } from './outpoints.ts'
import { readOutpoints } from './readOutpoints.ts'
import type { TransferSource } from './toTransferSource.ts'

/**
 * Resolves once a sent transaction is in a block, or another one in a block has spent one of its coins. Polls with a growing delay, from
 * 1 s to 20 s. One that is in no block stays open, however long it takes.
 *
 * @throws the reason of `signal`, once it is aborted
 */
export async function waitForOutcome(
  { urls, customUrls }: TransferSource,
  {
    sent: { hash, expiry },
    signal,
    onExpiry,
  }: {
    sent: SentTransaction
    signal: AbortSignal
    onExpiry?: ((expiry: string) => void) | undefined
  },
): Promise<TransferOutcome> {
  const read = (path: string) => requestEsplora({ urls, customUrls, path })
  let outpoints = expiry
  let outcome: TransferOutcome | undefined

  const isConfirmed = async (): Promise<boolean> =>
    readProperty(await read(`/tx/${hash}/status`), 'confirmed') === true

  async function isSpentElsewhere({ txid, vout }: Outpoint): Promise<boolean> {
    const spending = await read(`/tx/${txid}/outspend/${vout}`)
    const spender = readProperty(spending, 'txid')
    return (
      typeof spender === 'string' &&
      spender !== hash &&
      readProperty(readProperty(spending, 'status'), 'confirmed') === true
    )
  }

  await pollUntil({
    signal,
    firstDelayMs: 1000,
    maxDelayMs: 20_000,
    async isDone() {
      // An API answers 404 for a transaction that it does not have, or has dropped.
      if (await isConfirmed().catch(() => false)) outcome = 'confirmed'
      else {
        if (outpoints === undefined) {
          outpoints = await readOutpoints({ urls, customUrls, hash })
          onExpiry?.(outpoints)
        }
        const spent = await Promise.all(parseOutpoints(outpoints).map(isSpentElsewhere))
        // Its own block may have come between the answers.
        if (spent.includes(true))
          outcome = (await isConfirmed().catch(() => false)) ? 'confirmed' : 'replaced'
      }
      return outcome !== undefined
    },
  })
  return outcome as TransferOutcome
}
