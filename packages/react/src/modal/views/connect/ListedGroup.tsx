import type { WalletGroup } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { ListedRow } from './ListedRow.tsx'
import { useListedWallets } from './useListedWallets.ts'

/** Shows the wallets of a group that are not installed: recent or custom ones, then those from the gateway's list. */
export function ListedGroup({ group: { name, wallets, places } }: { group: WalletGroup }) {
  const recentTag =
    name === 'recent' ? (
      <span className="tag" data-kind="plain">
        {text('connect.recent')}
      </span>
    ) : undefined
  return (
    <>
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <ListedRow wallet={wallet} end={recentTag} />
        </li>
      ))}
      {(name === 'featured' || name === 'recommended') && <FromList name={name} places={places} />}
    </>
  )
}

function FromList({ name, places }: { name: 'featured' | 'recommended'; places: number }) {
  const { wallets, isPending } = useListedWallets(name)
  if (isPending) {
    // Reserve the space, so that rows below do not move.
    return Array.from({ length: places }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <li key={index} className="bone row late" data-pending aria-hidden="true" />
    ))
  }
  return wallets.slice(0, places).map((wallet) => (
    <li key={wallet.id}>
      <ListedRow wallet={wallet} />
    </li>
  ))
}
