import { createDropNotice, pollUntil, type SentTransaction, type TransferOutcome } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { type Outpoint, parseOutpoints } from './outpoints.ts'
import { readOutpoints } from './readOutpoints.ts'
import type { TransferSource } from './toTransferSource.ts'

/**
 * Resolves once a sent transaction is in a block, or another one in a block has spent one of its coins. Polls with a growing delay, from
 * 1 s to 20 s. One that is in no block stays open, however long it takes, also if it was dropped: its coins are still there.
 *
 * @throws the reason of `signal`, once it is aborted
 */
export async function waitForOutcome(
  { urls, customUrls }: TransferSource,
  {
    sent: { hash, expiry },
    signal,
    onExpiry,
    onDropped,
  }: {
    sent: SentTransaction
    signal: AbortSignal
    onExpiry?: ((expiry: string) => void) | undefined
    onDropped?: ((isDropped: boolean) => void) | undefined
  },
): Promise<TransferOutcome> {
  const read = (path: string) => requestEsplora({ urls, customUrls, path })
  let outpoints = expiry
  let outcome: TransferOutcome | undefined
  const noteGone = createDropNotice(onDropped)

  const isConfirmed = async (): Promise<boolean> =>
    readProperty(await read(`/tx/${hash}/status`), 'confirmed') === true

  /** Returns what has spent a coin: nothing, another transaction in a block, or one that is in no block yet. */
  async function readSpender({ txid, vout }: Outpoint): Promise<'none' | 'other' | 'open'> {
    const spending = await read(`/tx/${txid}/outspend/${vout}`)
    if (readProperty(spending, 'spent') === false) return 'none'
    const spender = readProperty(spending, 'txid')
    const isOther =
      typeof spender === 'string' &&
      spender !== hash &&
      readProperty(readProperty(spending, 'status'), 'confirmed') === true
    return isOther ? 'other' : 'open'
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
        const spenders = await Promise.all(parseOutpoints(outpoints).map(readSpender))
        // An API also knows who spends a coin in a transaction that is in no block yet.
        noteGone(spenders.length > 0 && spenders.every((spender) => spender === 'none'))
        // Its own block may have come between the answers.
        if (spenders.includes('other'))
          outcome = (await isConfirmed().catch(() => false)) ? 'confirmed' : 'replaced'
      }
      return outcome !== undefined
    },
  })
  return outcome as TransferOutcome
}
