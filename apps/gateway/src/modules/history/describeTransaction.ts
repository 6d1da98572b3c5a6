import type { TransferDirection } from '@portico/protocol/gateway'
import type { CoinTransfer } from '../../indexer/coins/CoinReader.ts'
import type { TokenTransfer } from '../../indexer/decodeTransfers.ts'
import type { KnownTransaction } from '../../indexer/readBlocks.ts'
import { type DefiOperation, defiOperations } from './defiOperations.ts'

/** One movement as the account sees it. */
export type Movement = {
  direction: TransferDirection
  /** The other side. */
  other: string
  asset: { kind: 'native' } | { kind: 'token'; transfer: TokenTransfer }
  /** Base units. */
  amount: string
}

/** What a transaction was for an account. */
export type Described = {
  operationType:
    | 'send'
    | 'receive'
    | 'mint'
    | 'burn'
    | 'approve'
    | 'trade'
    | 'deploy'
    | 'execute'
    | DefiOperation
  movements: Movement[]
  sentFrom: string
  sentTo: string
}

const zero = '0x0000000000000000000000000000000000000000'
/** ERC-20 and ERC-721 `approve`, `setApprovalForAll`, `increaseAllowance`. */
const approvals = new Set(['0x095ea7b3', '0xa22cb465', '0x39509351'])
/** `transfer`, `transferFrom`, both `safeTransferFrom` of ERC-721, and ERC-1155's. */
const sends = new Set(['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'])

/**
 * Says what a transaction was for an account, or undefined if it is spam.
 *
 * Spam is what somebody else made and that moved nothing: tokens let anybody "transfer" nothing from any account, and
 * attackers do so from addresses that look like a friend's, hoping that the visitor copies one from the list.
 */
export function describeTransaction({
  transaction,
  transfers,
  innerCoins = [],
  account,
}: {
  transaction: KnownTransaction
  transfers: readonly TokenTransfer[]
  /** What contracts sent to or from the account. */
  innerCoins?: readonly CoinTransfer[]
  account: string
}): Described | undefined {
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
  // With one other side, the people of it, not the token's contract or whoever sent the transaction.
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

  function isGivenToCalled({ asset, other }: Movement): boolean {
    return other === recipient && !(asset.kind === 'token' && asset.transfer.token === recipient)
  }

  function decide(): Described['operationType'] {
    if (isOwn && recipient === null) return 'deploy'
    if (status !== 1) {
      if (approvals.has(selector)) return 'approve'
      return selector === '0x' || sends.has(selector) ? 'send' : 'execute'
    }
    const ins = movements.filter(({ direction }) => direction === 'in')
    const outs = movements.filter(({ direction }) => direction === 'out')
    const known = isOwn ? defiOperations.get(selector) : undefined
    // The name of a function alone says nothing: anybody may call theirs so.
    if (known === 'deposit' || known === 'repay') if (outs.length > 0) return known
    if (known === 'withdraw' || known === 'borrow') if (ins.length > 0) return known
    if (known === 'claim' && ins.length > 0 && outs.length === 0) return known
    if (ins.length > 0 && outs.length > 0) {
      const isMintOfNft = ins.every(({ asset, other }) => other === zero && isNft(asset))
      if (isMintOfNft && outs.every(({ asset }) => asset.kind === 'native')) return 'mint'
      const given = new Set(outs.map(({ asset }) => assetKey(asset)))
      return ins.some(({ asset }) => !given.has(assetKey(asset))) ? 'trade' : 'execute'
    }
    if (ins.length > 0) return ins.every(({ other }) => other === zero) ? 'mint' : 'receive'
    if (outs.length > 0) {
      if (outs.every(({ asset, other }) => other === zero && asset.kind === 'token')) return 'burn'
      // Given to the contract that was called, in exchange for something not seen in its logs (coins, a stake).
      const isUsed = isOwn && selector !== '0x' && outs.every(isGivenToCalled)
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
