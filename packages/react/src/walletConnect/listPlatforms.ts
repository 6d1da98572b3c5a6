import type { ListedWallet } from '@portico/core'

/** The ways to a wallet, as the tabs of its view are named. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

/**
 * The ways to a wallet, best first: the extension that is here, then what its links say. `qrcode` is for another device,
 * so a phone has `mobile` in its place.
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
  /** Undefined: any wallet. */
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

/** Lists name stores as wallets on the web. They would connect nothing, and be told the key of the pairing. */
function isStore(link: string): boolean {
  return /^https:\/\/(chrome\.google|chromewebstore\.google|addons\.mozilla|microsoftedge|apps\.apple|play\.google)\./i.test(
    link,
  )
}
