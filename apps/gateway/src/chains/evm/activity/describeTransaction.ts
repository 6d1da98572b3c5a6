import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { Movement, TransactionDescription } from '../../shared/activity/TransactionDescription.ts'
import type { CoinTransfer } from '../indexer/coins/CoinReader.ts'
import { defiOperations } from './defiOperations.ts'

const zero = '0x0000000000000000000000000000000000000000'
/** ERC-20 and ERC-721 `approve`, `setApprovalForAll`, `increaseAllowance`. */
const approvals = new Set(['0x095ea7b3', '0xa22cb465', '0x39509351'])
/** `transfer`, `transferFrom`, both `safeTransferFrom` of ERC-721, and ERC-1155's. */
const sends = new Set(['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'])

/**
 * Describes a transaction from an account's point of view; undefined if it is spam.
 *
 * Spam is a transaction by another account that moved nothing. Tokens allow zero-value transfers from any account, which
 * attackers use for address poisoning: they send from look-alike addresses and hope that the user copies one.
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
  const { sender, recipient, value, selector, status, created } = transaction
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
  // With a single counterparty, name that one instead of the token contract or the transaction's sender.
  const [first] = movements
  const single = movements.every(
    ({ direction, other }) => direction === first?.direction && other === first.other,
  )
    ? first
    : undefined
  const sentTo = receiver ?? ''
  return {
    operationType,
    movements,
    sentFrom: single?.direction === 'in' ? single.other : single ? account : sender,
    sentTo: single?.direction === 'in' ? account : (single?.other ?? sentTo),
  }

  function isPaidToCallee({ asset, other }: Movement): boolean {
    return other === recipient && !(asset.kind === 'token' && asset.transfer.token === recipient)
  }

  function decide(): TransactionDescription['operationType'] {
    if (isOwn && recipient === null) return 'deploy'
    if (status !== 1) {
      if (approvals.has(selector)) return 'approve'
      return selector === '0x' || sends.has(selector) ? 'send' : 'execute'
    }
    const ins = movements.filter(({ direction }) => direction === 'in')
    const outs = movements.filter(({ direction }) => direction === 'out')
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
      // Tokens went to the called contract, in exchange for something without a transfer log (coins, a stake).
      const isUsed = isOwn && selector !== '0x' && outs.every(isPaidToCallee)
      return isUsed ? 'execute' : 'send'
    }
    if (movements.length > 0) return 'send'
    return approvals.has(selector) ? 'approve' : 'execute'
  }
}

function isNft(asset: Movement['asset']): boolean {
  return asset.kind === 'token' && asset.transfer.standard !== 'erc20'
}

function assetKey(asset: Movement['asset']): string {
  return asset.kind === 'native' ? 'native' : `${asset.transfer.token}/${asset.transfer.tokenId ?? ''}`
}
