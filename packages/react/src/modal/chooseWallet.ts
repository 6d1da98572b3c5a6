import { findInstalled, getPhone, type ListedWallet, track } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { listPlatforms } from '../walletConnect/listPlatforms.ts'
import { openPrepared } from '../walletConnect/openPrepared.ts'
import { chooseInstalled } from './chooseInstalled.ts'
import { viewFamily } from './viewFamily.ts'

/**
 * What happens when the visitor picks a wallet of a list: one that is installed is asked to connect, one that can be
 * reached by its links is, of any other they are told where to get it. Called inside the tap.
 */
export function chooseWallet(scope: KitScope, wallet: ListedWallet): void {
  const { kit, router } = scope
  const namespace = viewFamily(router)
  const installed = findInstalled(kit.store.getState(), wallet, namespace)
  if (installed) {
    chooseInstalled(scope, installed)
    return
  }
  const [platform] = listPlatforms({ wallet, isInstalled: false, isPhone: getPhone() !== undefined })
  track(kit, 'SELECT_WALLET', { name: wallet.name, platform })
  if (!kit.options.walletConnect || platform === 'unsupported') {
    router.push({ name: 'get-wallet', wallet })
    return
  }
  // A phone goes to the wallet's app with this very tap.
  const isOpened = platform === 'mobile' && openPrepared(kit, wallet)
  router.push({ name: 'connecting-wallet-connect', wallet, isOpened, namespace })
}
