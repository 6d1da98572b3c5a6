import type { Kit } from '@portico/core'
import { getPhone } from '@portico/core/internal'
import { hasAllWallets } from './hasAllWallets.ts'
import type { View } from './router.ts'

/**
 * Returns the view that connects any wallet over WalletConnect: the QR code, and on a phone the list of all wallets,
 * whose links open their apps.
 */
export function walletConnectView(kit: Kit): View {
  const isPhone = getPhone() !== undefined && hasAllWallets(kit, kit.store.getState())
  return { name: isPhone ? 'all-wallets' : 'connecting-wallet-connect-basic' }
}
