import type { SocialProvider } from '@portico/protocol/social'
import type { Kit } from '../kit.ts'

/** The window of a social login; `proxy` is null if the browser blocked it. */
interface SocialWindow {
  proxy: WindowProxy | null
}

const windows = new WeakMap<Kit, SocialWindow>()

/**
 * Opens the window of a social login, the wallet site's own page. Must be called in the click, before anything is awaited:
 * browsers block a window that is opened later. A window of an earlier attempt is used again.
 */
export function openSocialWindow(kit: Kit, provider: SocialProvider): void {
  const url = new URL('/social', kit.options.walletUrl)
  url.searchParams.set('provider', provider)
  windows.set(kit, { proxy: window.open(url, 'portico-social', 'popup,width=480,height=680') })
}

/** Returns the window that was opened in the click, or opens it now. */
export function claimSocialWindow(kit: Kit, provider: SocialProvider): SocialWindow {
  if (!windows.has(kit)) openSocialWindow(kit, provider)
  return windows.get(kit) as SocialWindow
}

/**
 * Closes the window of an attempt that has ended, unless a newer attempt has opened it again. Without `own`: the open one. Browsers
 * allow it until the wallet site's page is there: that page gives up its opener, so that the provider cannot lead this page elsewhere,
 * and closes the window itself when the login ends.
 */
export function closeSocialWindow(kit: Kit, own = windows.get(kit)): void {
  if (!own || windows.get(kit) !== own) return
  windows.delete(kit)
  own.proxy?.close()
}
