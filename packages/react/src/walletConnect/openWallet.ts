import type { Kit } from '@portico/core'
import { formatPairingLink, writeDeepLink } from '@portico/walletconnect'

/**
 * Opens a wallet's deep link with the pairing URI, and stores the link for later requests. Call it synchronously
 * inside a click handler: browsers open apps only on a user gesture.
 *
 * @param isNewTab for wallets that are websites
 */
export function openWallet({
  kit,
  href,
  name,
  uri,
  isNewTab = false,
}: {
  kit: Kit
  /** Such as `rainbow://` or `https://wallet.example/`. */
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

/** Returns a wallet's link if it is safe to open: an app's scheme or a web address, not a script or a document. */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined
  return /^(?:javascript|data|file|blob|vbscript|about):/i.test(link) ? undefined : link
}
