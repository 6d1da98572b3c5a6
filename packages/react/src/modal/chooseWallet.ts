import { findInstalled, getPhone, type ListedWallet, track } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { listPlatforms } from '../walletConnect/listPlatforms.ts'
import { isPairingPrepared, openPreparedWallet } from '../walletConnect/openPreparedWallet.ts'
import { chooseInstalled } from './chooseInstalled.ts'
import { viewNamespace } from './viewNamespace.ts'

/**
 * Handles the choice of a wallet from the list: connects it if it is installed or reachable by its links, and otherwise
 * shows where to get it. Call it synchronously inside a click handler.
 */
export function chooseWallet(scope: KitScope, wallet: ListedWallet): void {
  const { kit, router } = scope
  const namespace = viewNamespace(router)
  const installed = findInstalled(kit.store.getState(), wallet, namespace)
  if (installed) {
    chooseInstalled(scope, installed)
    return
  }
  const [platform] = listPlatforms({ wallet, isInstalled: false, isPhone: getPhone() !== undefined })
  track(kit, 'SELECT_WALLET', { name: wallet.name, platform })
  if ((!kit.options.walletConnect && !isPairingPrepared(kit)) || platform === 'unsupported') {
    router.push({ name: 'get-wallet', wallet })
    return
  }
  // On a phone, this tap opens the wallet's app.
  const isOpened = platform === 'mobile' && openPreparedWallet(kit, wallet)
  router.push({ name: 'connecting-wallet-connect', wallet, isOpened, namespace })
}
