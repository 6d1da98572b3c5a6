import type { SimulatedMoves } from '@portico/protocol/gateway'
import { accountKey } from '../data/accountKey.ts'
import type { Transfer } from './NamespaceTransfers.ts'

/**
 * Returns whether a simulation contradicts a transfer: it fails, takes something else or another amount from the account, or gives
 * somebody a permission. What logs alone report is ignored: any contract can write them.
 */
export function isContradicted({ token, nft, amount }: Transfer, simulated: SimulatedMoves): boolean {
  if (simulated.status === 'reverted') return true
  if (!simulated.complete) return false
  const contract = nft?.contract ?? token
  const out = simulated.changes.filter(
    ({ direction, verified, kind }) => direction === 'out' && (verified || kind === 'native'),
  )
  const isExpected = (change: (typeof out)[number]) =>
    change.amount === amount.toString() &&
    (contract === undefined
      ? change.kind === 'native'
      : change.token !== undefined && accountKey(change.token) === accountKey(contract)) &&
    (nft === undefined || change.tokenId === nft.tokenId)
  return !out.every(isExpected) || simulated.approvals.some(({ approved, verified }) => approved && verified)
}
