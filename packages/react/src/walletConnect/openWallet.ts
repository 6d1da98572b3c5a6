import type { Kit } from '@portico/core'
import { formatPairingLink, writeDeepLink } from '@portico/walletconnect'

/**
 * Opens a wallet by its link with the pairing in it, and remembers it for the requests to come. To be called inside the
 * tap, before anything is awaited: browsers open apps for a person only.
 *
 * @param isNewTab for wallets that are web sites
 */
export function openWallet({
  kit,
  href,
  name,
  uri,
  isNewTab = false,
}: {
  kit: Kit
  /** `rainbow://` or `https://wallet.example/` */
  href: string
  name: string
  uri: string
  isNewTab?: boolean | undefined
}): void {
  if (!isNewTab) writeDeepLink(kit.storage, { href, name })
  const isTelegram = 'TelegramWebviewProxy' in window || 'Telegram' in window
  const isEncodedTwice = isTelegram && /android/i.test(navigator.userAgent)
  const isFramed = window.self !== window.top
  const target = isNewTab || isTelegram ? '_blank' : isFramed ? '_top' : '_self'
  window.open(formatPairingLink({ href, uri, isEncodedTwice }), target, 'noreferrer noopener')
}

/** A wallet's link if it may be opened: an app's scheme or a web address, never a script or a document. */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined
  return /^(?:javascript|data|file|blob|vbscript|about):/i.test(link) ? undefined : link
}
