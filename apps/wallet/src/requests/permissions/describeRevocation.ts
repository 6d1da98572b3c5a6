import type { Fact } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { networkCoin } from '../networkCoin.ts'
import type { Assets } from '../readAssets.ts'
import { caveatCoding } from './caveatCoding.ts'
import { permissionCopy as copy } from './copy.ts'
import type { Delegation } from './Delegation.ts'
import { formatPeriod } from './formatPeriod.ts'

/** Describes a transaction that revokes one permission, or all on the network. */
export function describeRevocation(
  revocation: Delegation | 'all',
  { chainId, assets }: { chainId: string; assets: Assets },
): { title: string; facts: Fact[] } {
  if (revocation === 'all') {
    const name = knownNetworks[chainId]?.name ?? 'this network'
    return { title: copy.revokeAll, facts: [{ label: copy.ended, value: copy.endedAll(name) }] }
  }
  return {
    title: copy.revoke,
    facts: [
      { label: copy.ended, value: copy.endedOne(what(revocation, { chainId, assets })) },
      { label: copy.takenFrom, value: revocation.delegate, kind: 'address' },
    ],
  }
}

function what(
  { delegate, caveats }: Delegation,
  { chainId, assets }: { chainId: string; assets: Assets },
): string {
  const { terms } = caveatCoding.read(delegate, caveats) ?? {}
  if (!terms) return copy.whats.unknown
  const { allowed } = terms
  if (allowed.kind === 'contract') return copy.whats.contract(copy.calls(allowed.calls))
  const unit = allowed.kind === 'coin' ? networkCoin(chainId) : assets.tokens.get(allowed.token.toLowerCase())
  const amount = formatAmount(allowed.amount, unit ?? {})
  return copy.whats[allowed.kind](
    allowed.period ? `${amount} ${formatPeriod(allowed.period.seconds)}` : copy.inTotal(amount),
  )
}
