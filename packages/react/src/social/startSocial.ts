import { closeSocialWindow, type LoginProvider, openSocialWindow, socialName } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { currentView } from '../modal/router.ts'
import { viewNamespace } from '../modal/viewNamespace.ts'
import { isInApp } from './isInApp.ts'

/**
 * Opens the view that waits for a login and, except for Farcaster, the window of the provider. Call it in the click, or the
 * browser blocks the window. Browsers inside other apps have no windows: there the tab itself goes to the provider.
 */
export function startSocial({ kit, router }: KitScope, provider: LoginProvider): void {
  const [title, namespace] = [socialName(provider), viewNamespace(router)]
  if (provider === 'farcaster') {
    router.push({ name: 'connecting-farcaster', title, namespace })
    return
  }
  const isRedirect = isInApp()
  if (!isRedirect) openSocialWindow(kit, provider)
  router.push({ name: 'connecting-social', provider, title, namespace, isRedirect })
  if (isRedirect) return
  // The view cancels the login when it is left, but it can be left before its code has loaded.
  const stop = router.store.subscribe((state) => {
    if (state.open && currentView(state).name === 'connecting-social') return
    stop()
    closeSocialWindow(kit)
  })
}
