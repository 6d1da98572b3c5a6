import type { WalletGroup } from '@portico/core/internal'
import { usePreparedPairing } from '../../../walletConnect/usePreparedPairing.ts'
import { AllWalletsRow } from './AllWalletsRow.tsx'
import { ListedGroup } from './ListedGroup.tsx'

/** Shows a group of wallets that are not installed; without a group, the row that opens the list of all wallets. */
export function ListedWallets({ group }: { group?: WalletGroup | undefined }) {
  usePreparedPairing()
  return group ? <ListedGroup group={group} /> : <AllWalletsRow />
}
