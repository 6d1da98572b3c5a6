import { closeSocialWindow, type LoginProvider, openSocialWindow, socialName } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { currentView } from '../modal/router.ts'
import { viewNamespace } from '../modal/viewNamespace.ts'

/**
 * Opens the view that waits for a login and, except for Farcaster, the window of the provider. Call it in the click, or the
 * browser blocks the window.
 */
export function startSocial({ kit, router }: KitScope, provider: LoginProvider): void {
  const [title, namespace] = [socialName(provider), viewNamespace(router)]
  if (provider === 'farcaster') {
    router.push({ name: 'connecting-farcaster', title, namespace })
    return
  }
  openSocialWindow(kit, provider)
  router.push({ name: 'connecting-social', provider, title, namespace })
  // The view cancels the login when it is left, but it can be left before its code has loaded.
  const stop = router.store.subscribe((state) => {
    if (state.open && currentView(state).name === 'connecting-social') return
    stop()
    closeSocialWindow(kit)
  })
}
