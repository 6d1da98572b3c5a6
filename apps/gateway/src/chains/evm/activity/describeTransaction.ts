import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { Movement, TransactionDescription } from '../../shared/activity/TransactionDescription.ts'
import { entryPoint } from '../batches/readOperationResults.ts'
import { readSigned, type Signed } from '../batches/readSigned.ts'
import type { CoinTransfer } from '../indexer/coins/CoinReader.ts'
import { decideOperation } from './decideOperation.ts'
import { describeCalls } from './describeCalls.ts'
import { isActing } from './isActing.ts'
import { isSignedBy } from './isSignedBy.ts'

/**
 * Describes a transaction from an account's point of view; undefined if it is spam.
 *
 * Spam is a transaction by another account that moved nothing. Tokens allow zero-value transfers from any account, which
 * attackers use for address poisoning: they send from look-alike addresses and hope that the user copies one. A counterfeit
 * token's contract can report any transfer of any account. Therefore only what the account itself has signed is ever a `send`: its
 * transaction, each call of its batch, or its user operation in a relayer's transaction (ERC-4337). The recipient is the one that
 * it signed: that of the coins, or the one named in the data of a token's transfer. What others' transactions take from the account
 * is `execute`.
 */
export function describeTransaction({
  transaction,
  transfers,
  innerCoins = [],
  account,
  chainId,
}: {
  transaction: KnownTransaction
  transfers: readonly TokenTransfer[]
  /** Coin transfers that contracts made to or from the account. */
  innerCoins?: readonly CoinTransfer[]
  account: string
  chainId: number
}): TransactionDescription | undefined {
  const { sender, recipient, selector, status, created, payee } = transaction
  const signed = readSigned({ transaction, account, chainId })
  const isOwn = signed !== undefined
  const moved = listMovements({ transaction, transfers, innerCoins, account, signed })
  const fee = moved.find((movement) => signed?.fee && isSignedBy(movement, [signed.fee]))
  const movements = moved.filter((movement) => movement !== fee)

  const isCalled = recipient === account && selector !== '0x'
  if (movements.length === 0 && !isOwn && !isCalled) return undefined

  const operationType = decideOperation({ transaction, movements, signed, account })
  const isSend = operationType === 'send'
  // With a single counterparty, name that one instead of the token contract or the transaction's sender.
  const [first] = movements
  const giver = movements.every(({ direction, other }) => direction === 'in' && other === first?.other)
    ? first?.other
    : undefined
  return {
    operationType,
    isOwn,
    isFailed: signed?.operation ? !signed.isSuccessful : status === 0,
    movements,
    calls: signed?.isBatch ? describeCalls({ signed, movements }) : [],
    fee,
    sentFrom: giver ?? (isOwn ? account : sender),
    sentTo: giver ? account : sentTo(),
  }

  function sentTo(): string {
    if (!signed?.isBatch) return ((isSend && payee) || recipient || created) ?? ''
    // Several recipients are named with the calls only.
    const calls = signed.calls.some(isActing) ? signed.calls.filter(isActing) : signed.calls
    const parties = new Set(calls.map((call) => (isSend && call.payee) || call.to || ''))
    return parties.size === 1 ? ([...parties][0] ?? '') : ''
  }
}

function listMovements({
  transaction: { sender, recipient, value, status, created },
  transfers,
  innerCoins,
  account,
  signed,
}: {
  transaction: KnownTransaction
  transfers: readonly TokenTransfer[]
  innerCoins: readonly CoinTransfer[]
  account: string
  signed: Signed | undefined
}): Movement[] {
  const movements: Movement[] = []
  const move = (from: string, to: string, asset: Movement['asset'], amount: string) => {
    const direction = from === to ? 'self' : from === account ? 'out' : 'in'
    movements.push({ direction, other: direction === 'in' ? from : to, asset, amount })
  }
  const { operation } = signed ?? {}
  const isOwn = signed !== undefined
  const receiver = recipient ?? created
  if (status === 1 && value !== '0' && receiver !== null && (sender === account || receiver === account))
    move(sender, receiver, { kind: 'native' }, value)
  const coins = status === 1 ? innerCoins : []
  for (const { sender: from, recipient: to, amount } of coins) {
    // What EntryPoint takes in advance is the network's fee, as is what it gives back.
    const isNetworkFee = operation !== undefined && (from === entryPoint || to === entryPoint)
    if (!isNetworkFee) move(from, to, { kind: 'native' }, amount)
  }
  // Most nodes do not report the coins that contracts move. Of a batch they are known all the same.
  if (signed?.isBatch && signed.isProven && signed.isSuccessful) {
    const traced = coins.map(({ sender: from, recipient: to, amount }) => `${from} ${to} ${amount}`)
    for (const { to, value: amount } of signed.calls) {
      if (to === null || amount === '0') continue
      const at = traced.indexOf(`${account} ${to} ${amount}`)
      if (at >= 0) traced.splice(at, 1)
      else move(account, to, { kind: 'native' }, amount)
    }
  }
  for (const transfer of transfers) {
    // The other operations of the transaction, and what relayers do besides, can report transfers of this account, too.
    const isOfOther =
      operation !== undefined &&
      !(transfer.logIndex > operation.after && transfer.logIndex < operation.before)
    if (!isOfOther && (isOwn || transfer.amount !== '0'))
      move(transfer.sender, transfer.recipient, { kind: 'token', transfer }, transfer.amount)
  }
  return movements
}
