import type { WalletGroup } from '@portico/core'
import { text } from '../../../copy.ts'
import { ListedRow } from './ListedRow.tsx'
import { useListedWallets } from './useListedWallets.ts'

/** The wallets of a group that are not in this browser: those that are known, then those of the gateway's list. */
export function ListedGroup({
  group: { name, wallets, places },
  disabled,
}: {
  group: WalletGroup
  disabled: boolean
}) {
  const isRecent = name === 'recent' && (
    <span className="tag" data-kind="plain">
      {text('connect.recent')}
    </span>
  )
  return (
    <>
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <ListedRow wallet={wallet} disabled={disabled} end={isRecent} />
        </li>
      ))}
      {(name === 'featured' || name === 'recommended') && (
        <FromList name={name} places={places} disabled={disabled} />
      )}
    </>
  )
}

function FromList({
  name,
  places,
  disabled,
}: {
  name: 'featured' | 'recommended'
  places: number
  disabled: boolean
}) {
  const { wallets, isPending } = useListedWallets(name)
  if (isPending) {
    // Kept free for what is under way, so that nothing below moves.
    return Array.from({ length: places }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
      <li key={index} className="bone row" data-pending aria-hidden="true" />
    ))
  }
  return wallets.slice(0, places).map((wallet) => (
    <li key={wallet.id}>
      <ListedRow wallet={wallet} disabled={disabled} />
    </li>
  ))
}
