import type { Fact } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { networkCoin } from '../networkCoin.ts'
import type { Assets } from '../readAssets.ts'
import { caveatCoding } from './caveatCoding.ts'
import { permissionText } from './copy.ts'
import type { Delegation } from './Delegation.ts'
import { formatPeriod } from './formatPeriod.ts'

/** Describes a transaction that revokes one permission, or all on the network. */
export function describeRevocation(
  revocation: Delegation | 'all',
  { chainId, assets }: { chainId: string; assets: Assets },
): { title: string; facts: Fact[] } {
  if (revocation === 'all') {
    const name = knownNetworks[chainId]?.name
    return {
      title: permissionText('permission.revokeAll'),
      facts: [
        {
          label: permissionText('permission.ended'),
          value:
            name === undefined
              ? permissionText('permission.endedAllHere')
              : permissionText('permission.endedAll', { name }),
        },
      ],
    }
  }
  return {
    title: permissionText('permission.revoke'),
    facts: [
      {
        label: permissionText('permission.ended'),
        value: describeEnded(revocation, { chainId, assets }),
      },
      { label: permissionText('permission.takenFrom'), value: revocation.delegate, kind: 'address' },
    ],
  }
}

function describeEnded(
  { delegate, caveats }: Delegation,
  { chainId, assets }: { chainId: string; assets: Assets },
): string {
  const { terms } = caveatCoding.read(delegate, caveats) ?? {}
  if (!terms) return permissionText('permission.endedOne.unknown')
  const { allowed } = terms
  if (allowed.kind === 'contract')
    return permissionText('permission.endedOne.calls', { calls: allowed.calls })
  const unit = allowed.kind === 'coin' ? networkCoin(chainId) : assets.tokens.get(allowed.token.toLowerCase())
  const amount = formatAmount(allowed.amount, unit ?? {})
  return allowed.period
    ? permissionText('permission.endedOne.each', { amount, each: formatPeriod(allowed.period.seconds) })
    : permissionText('permission.endedOne.total', { amount })
}
