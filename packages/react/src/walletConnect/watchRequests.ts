import { getPhone } from '@portico/core/internal'
import type { WalletConnect } from '@portico/walletconnect'
import { text } from '../copy.ts'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from '../modal/closeModal.ts'
import { openModal } from '../modal/modalActions.ts'
import { currentView, type View } from '../modal/router.ts'
import { safeLink } from './openWallet.ts'

/**
 * Shows that a request is pending in a wallet on another device or in another app, with a link to the app, until it is
 * answered. The view is pushed over an open one and removed again.
 *
 * @returns a function that stops watching
 */
export function watchRequests({ kit, router, theme }: KitScope, wc: WalletConnect): () => void {
  const scope = { kit, router, theme }
  const pending = new Set<string>()
  let shown: View | undefined
  return wc.subscribe((event) => {
    if (event.type === 'request') {
      pending.add(event.id)
      const name = event.wallet?.name ?? text('wc.row')
      const link = getPhone() ? safeLink(event.link) : undefined
      shown = { name: 'open-wallet', wallet: name, link }
      // Without a link, an open view that waits for this answer already says so.
      const { open } = router.store.getState()
      if (!open) openModal(scope, shown)
      else if (link !== undefined) router.push(shown)
    } else if (event.type === 'answered') {
      pending.delete(event.id)
      const state = router.store.getState()
      if (pending.size > 0 || !shown || currentView(state) !== shown) return
      shown = undefined
      if (!router.back()) closeModal(scope)
    }
  })
}
