import { getPhone } from '@portico/core'
import type { WalletConnect } from '@portico/walletconnect'
import { text } from '../copy.ts'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal, openModal } from '../modal/modalActions.ts'
import { currentView, type View } from '../modal/router.ts'
import { safeLink } from './openWallet.ts'

/**
 * Tells the visitor that a request waits in a wallet elsewhere, with the way there again, until it is answered. Over
 * another view it is laid on top, and taken away again.
 *
 * @returns the stop
 */
export function watchRequests({ kit, router, theme }: KitScope, wc: WalletConnect): () => void {
  const scope = { kit, router, theme }
  const waiting = new Set<string>()
  let shown: View | undefined
  return wc.subscribe((event) => {
    if (event.type === 'request') {
      waiting.add(event.id)
      const name = event.wallet?.name ?? text('wc.row')
      const link = getPhone() ? safeLink(event.link) : undefined
      shown = { name: 'open-wallet', wallet: name, link }
      // A view that waits for this very answer says so itself.
      const { open } = router.store.getState()
      if (!open) openModal(scope, shown)
      else if (link !== undefined) router.push(shown)
    } else if (event.type === 'answered') {
      waiting.delete(event.id)
      const state = router.store.getState()
      if (waiting.size > 0 || !shown || currentView(state) !== shown) return
      shown = undefined
      if (!router.back()) closeModal(scope)
    }
  })
}
