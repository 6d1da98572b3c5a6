import type { ListedWallet } from '@portico/core/internal'

/** Ways to reach a wallet; also the IDs of the tabs in its view. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

/**
 * Lists the ways to reach a wallet, best first: the installed extension, then what its links offer. A phone gets
 * `mobile` instead of `qrcode`, which is for another device.
 *
 * @example
 * listPlatforms({ wallet: { id: '1', name: 'Rainbow', mobile_link: 'rainbow://' }, isInstalled: false, isPhone: true })
 * // ['mobile']
 */
export function listPlatforms({
  wallet,
  isInstalled,
  isPhone,
}: {
  /** Undefined for any wallet that supports WalletConnect. */
  wallet: ListedWallet | undefined
  isInstalled: boolean
  isPhone: boolean
}): readonly [Platform, ...Platform[]] {
  if (!wallet) return ['qrcode']
  const { mobile_link, webapp_link, desktop_link } = wallet
  const platforms: Platform[] = [
    ...(isInstalled ? (['browser'] as const) : []),
    ...(mobile_link ? ([isPhone ? 'mobile' : 'qrcode'] as const) : []),
    ...(webapp_link && !isStore(webapp_link) ? (['web'] as const) : []),
    ...(desktop_link && !isPhone ? (['desktop'] as const) : []),
  ]
  const [first, ...rest] = platforms
  return first ? [first, ...rest] : ['unsupported']
}

/**
 * Some wallet lists give an app store as `webapp_link`. It cannot connect, and opening it would leak the pairing key.
 */
function isStore(link: string): boolean {
  return /^https:\/\/(chrome\.google|chromewebstore\.google|addons\.mozilla|microsoftedge|apps\.apple|play\.google)\./i.test(
    link,
  )
}
