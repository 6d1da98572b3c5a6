import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { Movement, TransactionDescription } from '../../shared/activity/TransactionDescription.ts'
import type { CoinTransfer } from '../indexer/coins/CoinReader.ts'
import { defiOperations } from './defiOperations.ts'

const zero = '0x0000000000000000000000000000000000000000'
/** ERC-20 and ERC-721 `approve`, `setApprovalForAll`, `increaseAllowance`. */
const approvals = new Set(['0x095ea7b3', '0xa22cb465', '0x39509351'])

/**
 * Describes a transaction from an account's point of view; undefined if it is spam.
 *
 * Spam is a transaction by another account that moved nothing. Tokens allow zero-value transfers from any account, which
 * attackers use for address poisoning: they send from look-alike addresses and hope that the user copies one. A counterfeit
 * token's contract can report any transfer of any account. Therefore only a transaction of the account itself is ever a `send`,
 * and its recipient is the one that the account signed: that of the coins, or the one named in the data of a token's transfer.
 * What others' transactions take from the account is `execute`. A user operation of a smart account (ERC-4337) and a sponsored
 * call of a delegated account (EIP-7702) are transactions of others, because their other parts can report transfers, too.
 */
export function describeTransaction({
  transaction,
  transfers,
  innerCoins = [],
  account,
}: {
  transaction: KnownTransaction
  transfers: readonly TokenTransfer[]
  /** Coin transfers that contracts made to or from the account. */
  innerCoins?: readonly CoinTransfer[]
  account: string
}): TransactionDescription | undefined {
  const { sender, recipient, value, selector, status, created, payee } = transaction
  const isOwn = sender === account
  const movements: Movement[] = []
  const move = (from: string, to: string, asset: Movement['asset'], amount: string) => {
    const direction = from === to ? 'self' : from === account ? 'out' : 'in'
    movements.push({ direction, other: direction === 'in' ? from : to, asset, amount })
  }

  const receiver = recipient ?? created
  if (status === 1 && value !== '0' && receiver !== null && (isOwn || receiver === account))
    move(sender, receiver, { kind: 'native' }, value)
  if (status === 1)
    for (const { sender: from, recipient: to, amount } of innerCoins)
      move(from, to, { kind: 'native' }, amount)
  for (const transfer of transfers)
    if (isOwn || transfer.amount !== '0')
      move(transfer.sender, transfer.recipient, { kind: 'token', transfer }, transfer.amount)

  const isCalled = recipient === account && selector !== '0x'
  if (movements.length === 0 && !isOwn && !isCalled) return undefined

  const operationType = decide()
  const isSend = operationType === 'send'
  // With a single counterparty, name that one instead of the token contract or the transaction's sender.
  const [first] = movements
  const giver = movements.every(({ direction, other }) => direction === 'in' && other === first?.other)
    ? first?.other
    : undefined
  return {
    operationType,
    isOwn,
    movements,
    sentFrom: giver ?? sender,
    sentTo: giver ? account : (((isSend && payee) || receiver) ?? ''),
  }

  /** Whether the account has signed this payment, instead of only a contract reporting it. */
  function isSigned({ direction, other, asset, amount }: Movement): boolean {
    // A site can have the account sign a transfer of nothing to a look-alike, which no simulation warns of.
    if (direction === 'in' || amount === '0') return false
    if (asset.kind === 'native') return selector === '0x' && other === receiver
    return asset.transfer.token === recipient && other === payee
  }

  function decide(): TransactionDescription['operationType'] {
    if (isOwn && recipient === null) return 'deploy'
    if (status !== 1) {
      if (isOwn && approvals.has(selector)) return 'approve'
      return isOwn && (selector === '0x' || payee) ? 'send' : 'execute'
    }
    const ins = movements.filter(({ direction }) => direction === 'in')
    const outs = movements.filter(({ direction }) => direction === 'out')
    if (!isOwn && ins.length < movements.length) return 'execute'
    const operation = isOwn ? defiOperations.get(selector) : undefined
    // The selector alone proves nothing, so the transfers must match.
    if (operation === 'deposit' || operation === 'repay') if (outs.length > 0) return operation
    if (operation === 'withdraw' || operation === 'borrow') if (ins.length > 0) return operation
    if (operation === 'claim' && ins.length > 0 && outs.length === 0) return operation
    if (ins.length > 0 && outs.length > 0) {
      const isMintOfNft = ins.every(({ asset, other }) => other === zero && isNft(asset))
      if (isMintOfNft && outs.every(({ asset }) => asset.kind === 'native')) return 'mint'
      const spent = new Set(outs.map(({ asset }) => assetKey(asset)))
      return ins.some(({ asset }) => !spent.has(assetKey(asset))) ? 'trade' : 'execute'
    }
    if (ins.length > 0) return ins.every(({ other }) => other === zero) ? 'mint' : 'receive'
    if (outs.length > 0) {
      if (outs.every(({ asset, other }) => other === zero && asset.kind === 'token')) return 'burn'
      // Otherwise a contract took them, in exchange for something without a transfer log (coins, a stake), or reports so.
      return outs.some(isSigned) ? 'send' : 'execute'
    }
    if (movements.some(isSigned)) return 'send'
    return isOwn && approvals.has(selector) ? 'approve' : 'execute'
  }
}

function isNft(asset: Movement['asset']): boolean {
  return asset.kind === 'token' && asset.transfer.standard !== 'erc20'
}

function assetKey(asset: Movement['asset']): string {
  return asset.kind === 'native' ? 'native' : `${asset.transfer.token}/${asset.transfer.tokenId ?? ''}`
}
