import type { KeyValueStorage } from '@portico/core'
import { isRecord } from '../isRecord.ts'
import { storageKeys } from '../session/storageKeys.ts'

/** The wallet a visitor opened by a link, as applications of the ecosystem know it. */
export type DeepLinkChoice = { href: string; name: string }

/**
 * The link that opens a wallet with a pairing: `metamask://wc?uri=…` or `https://wallet.example/wc?uri=…`.
 *
 * @param isEncodedTwice for Telegram on Android, which decodes a link once on its own.
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

/** The link that opens a wallet for a request that waits in it. */
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

/** Remembers the wallet a visitor opened, under the name applications know (`WALLETCONNECT_DEEPLINK_CHOICE`). */
export function writeDeepLink(storage: KeyValueStorage, { href, name }: DeepLinkChoice): void {
  storage.setItem(storageKeys.deepLink, JSON.stringify({ href, name }))
}

/** The wallet a visitor opened last, until it is disconnected. */
export function readDeepLink(storage: KeyValueStorage): DeepLinkChoice | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKeys.deepLink) ?? 'null')
    if (!isRecord(value)) return undefined
    const { href, name } = value
    if (typeof href !== 'string' || typeof name !== 'string' || !isLink(href)) return undefined
    return { href, name }
  } catch {
    // Somebody else's text: as good as none.
    return undefined
  }
}

/** What opens an app or an https page; other applications of the site write under this name too. */
function isLink(href: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(href) ?? []
  return scheme !== '' && !/^(?:http|javascript|data|file|blob|vbscript|about)$/i.test(scheme)
}

function withSlash(href: string): string {
  if (href.endsWith('/')) return href
  return href.includes('://') ? `${href}/` : `${href.replace(/:$/, '')}://`
}
