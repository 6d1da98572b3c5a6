import type { WalletGroup } from '@portico/core'
import { usePreparedPairing } from '../../../walletConnect/usePreparedPairing.ts'
import { AllWalletsRow } from './AllWalletsRow.tsx'
import { ListedGroup } from './ListedGroup.tsx'

/** What Connect shows of wallets that are not in this browser: a group's, or without a group the way to all of them. */
export function Listed({ group, disabled }: { group?: WalletGroup | undefined; disabled: boolean }) {
  usePreparedPairing()
  return group ? <ListedGroup group={group} disabled={disabled} /> : <AllWalletsRow disabled={disabled} />
}
