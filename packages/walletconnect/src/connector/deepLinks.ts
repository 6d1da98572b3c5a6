import type { KeyValueStorage } from '@portico/core'
import { isRecord } from '@portico/protocol'
import { storageKeys } from '../session/storageKeys.ts'

/** The wallet the user last opened through a link, in the format of WalletConnect's other clients. */
export type DeepLinkChoice = { href: string; name: string }

/**
 * Formats the link that opens a wallet with a pairing URI: `metamask://wc?uri=…` or `https://wallet.example/wc?uri=…`.
 *
 * @param isEncodedTwice true for Telegram on Android, which decodes links once before opening them.
 * @example
 * import { formatPairingLink } from '@portico/walletconnect'
 * formatPairingLink({ href: 'metamask://', uri }) // 'metamask://wc?uri=wc%3A…'
 */
export function formatPairingLink({
  href,
  uri,
  isEncodedTwice = false,
}: {
  href: string
  uri: string
  isEncodedTwice?: boolean | undefined
}): string {
  const once = encodeURIComponent(uri)
  return `${withSlash(href)}wc?uri=${isEncodedTwice ? encodeURIComponent(once) : once}`
}

/** Formats the link that opens a wallet to show a pending request. */
export function formatRequestLink({
  href,
  requestId,
  sessionTopic,
}: {
  href: string
  requestId: string
  sessionTopic: string
}): string {
  return `${withSlash(href)}wc?requestId=${requestId}&sessionTopic=${sessionTopic}`
}

/** Stores the wallet the user opened under WalletConnect's own key, `WALLETCONNECT_DEEPLINK_CHOICE`. */
export function writeDeepLink(storage: KeyValueStorage, { href, name }: DeepLinkChoice): void {
  storage.setItem(storageKeys.deepLink, JSON.stringify({ href, name }))
}

/** Returns the wallet the user opened last. It is removed on disconnect. */
export function readDeepLink(storage: KeyValueStorage): DeepLinkChoice | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKeys.deepLink) ?? 'null')
    if (!isRecord(value)) return undefined
    const { href, name } = value
    if (typeof href !== 'string' || typeof name !== 'string' || !isLink(href)) return undefined
    return { href, name }
  } catch {
    // Not JSON, so not written by this package: treat it as absent.
    return undefined
  }
}

/** Whether a URL opens an app or an https page. The value is untrusted: other code on the site may write this key. */
function isLink(href: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(href) ?? []
  return scheme !== '' && !/^(?:http|javascript|data|file|blob|vbscript|about)$/i.test(scheme)
}

function withSlash(href: string): string {
  if (href.endsWith('/')) return href
  return href.includes('://') ? `${href}/` : `${href.replace(/:$/, '')}://`
}
