import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { Movement, TransactionDescription } from '../../shared/activity/TransactionDescription.ts'
import type { Signed } from '../batches/readSigned.ts'
import type { SignedCall } from '../batches/SignedCall.ts'
import { defiOperations } from './defiOperations.ts'
import { isActing } from './isActing.ts'
import { isPaying } from './isPaying.ts'
import { isSignedBy } from './isSignedBy.ts'

const zero = '0x0000000000000000000000000000000000000000'
/** `incrementNonce` of NonceEnforcer, which ends all permissions of an account. */
const incrementNonce = '0xf5743c4c'
/** `disableDelegation` of DelegationManager, which ends one. */
const disableDelegation = '0x49934047'
const manager = delegatorContracts.DelegationManager.toLowerCase()
const nonceEnforcer = enforcerContracts.NonceEnforcer.toLowerCase()

/** Decides what a transaction was for an account, from what it has signed and from what has moved. */
export function decideOperation({
  transaction,
  movements,
  signed,
  account,
}: {
  transaction: KnownTransaction
  movements: readonly Movement[]
  signed: Signed | undefined
  account: string
}): TransactionDescription['operationType'] {
  const isOwn = signed !== undefined
  const calls = signed?.calls ?? []
  const acting = calls.filter(isActing)
  const isApproval = calls.length > 0 && acting.length === 0
  if (calls.some(({ to }) => to === null)) return 'deploy'
  if (isOwn ? !signed.isSuccessful : transaction.status !== 1) {
    if (isApproval) return 'approve'
    return acting.length > 0 && acting.every(isPaying) ? 'send' : 'execute'
  }
  const ins = movements.filter(({ direction }) => direction === 'in')
  const outs = movements.filter(({ direction }) => direction === 'out')
  if (!isOwn && ins.length < movements.length) return 'execute'
  // Approvals with a single call only prepare it.
  const [only, ...more] = acting
  const operation = only && more.length === 0 ? defiOperations.get(only.selector) : undefined
  // The selector alone proves nothing, so the transfers must match.
  if (operation === 'deposit' || operation === 'repay') if (outs.length > 0) return operation
  if (operation === 'withdraw' || operation === 'borrow') if (ins.length > 0) return operation
  if (operation === 'claim' && ins.length > 0 && outs.length === 0) return operation
  if (ins.length > 0 && outs.length > 0) {
    const isMintOfNft = ins.every(({ asset, other }) => other === zero && isNft(asset))
    if (isMintOfNft && outs.every(({ asset }) => asset.kind === 'native')) return 'mint'
    // A batch that also pays somebody is not only a trade.
    if (more.length > 0 && outs.some((movement) => isSignedBy(movement, acting))) return 'execute'
    const spent = new Set(outs.map(({ asset }) => assetKey(asset)))
    return ins.some(({ asset }) => !spent.has(assetKey(asset))) ? 'trade' : 'execute'
  }
  if (ins.length > 0) return ins.every(({ other }) => other === zero) ? 'mint' : 'receive'
  if (outs.length > 0 && outs.every(({ asset, other }) => other === zero && asset.kind === 'token'))
    return 'burn'
  // Otherwise a contract took them, in exchange for something without a transfer log (coins, a stake), or reports so.
  const isSend = more.length === 0 || acting.every(isPaying)
  if (isSend && movements.some((movement) => isSignedBy(movement, acting))) return 'send'
  if (movements.length > 0) return 'execute'
  if (isApproval) return 'approve'
  return (
    readUpgrade({ transaction, signed, account }) ??
    (more.length === 0 ? readRevocation(only) : undefined) ??
    'execute'
  )
}

/** Whether the one call that does something ends a permission of the account, or all of them. */
function readRevocation(call: SignedCall | undefined): 'revoke' | 'revokeAll' | undefined {
  if (call?.to === manager && call.selector === disableDelegation) return 'revoke'
  return call?.to === nonceEnforcer && call.selector === incrementNonce ? 'revokeAll' : undefined
}

/** Whether the transaction only gives the account its code, or takes it away (EIP-7702). */
function readUpgrade({
  transaction: { delegate, selector, recipient },
  signed,
  account,
}: {
  transaction: KnownTransaction
  signed: Signed | undefined
  account: string
}): 'upgrade' | 'downgrade' | undefined {
  if (!signed || signed.operation || signed.isBatch || !delegate) return undefined
  const isEmpty = recipient === account && selector === '0x'
  if (delegate !== zero) return isEmpty ? 'upgrade' : undefined
  return isEmpty || selector === incrementNonce ? 'downgrade' : undefined
}

function isNft(asset: Movement['asset']): boolean {
  return asset.kind === 'token' && asset.transfer.standard !== 'erc20'
}

function assetKey(asset: Movement['asset']): string {
  return asset.kind === 'native' ? 'native' : `${asset.transfer.token}/${asset.transfer.tokenId ?? ''}`
}
