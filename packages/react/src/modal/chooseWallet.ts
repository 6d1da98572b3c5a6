import { connect, findInstalled, type ListedWallet, track } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { askWallet } from './attempts.ts'

/**
 * What happens when the visitor picks a wallet of a list: one that is installed is asked to connect, of any other they
 * are told where to get it.
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
  track(kit, 'SELECT_WALLET', { name: wallet.name, platform: 'unsupported' })
  router.push({ name: 'get-wallet', wallet })
}
