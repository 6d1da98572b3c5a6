import { connect, findInstalled, getPhone, type ListedWallet, track } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { listPlatforms } from '../walletConnect/listPlatforms.ts'
import { openPrepared } from '../walletConnect/openPrepared.ts'
import { askWallet } from './attempts.ts'

/**
 * What happens when the visitor picks a wallet of a list: one that is installed is asked to connect, one that can be
 * reached by its links is, of any other they are told where to get it. Called inside the tap.
 */
export function chooseWallet(scope: KitScope, wallet: ListedWallet): void {
  const { kit, router } = scope
  const installed = findInstalled(kit.store.getState(), wallet)
  if (installed) {
    const { id, namespace } = installed
    void askWallet(scope, {
      key: `connect:${id}`,
      view: { name: 'connecting-external', connectorId: id },
      run: () => connect(kit, { connectorId: id, namespace }),
    })
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
  router.push({ name: 'connecting-wallet-connect', wallet, isOpened })
}
