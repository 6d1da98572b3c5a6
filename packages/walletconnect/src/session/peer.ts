import { isRecord } from '@portico/protocol'

/** A wallet's metadata, safe to display and to open. */
export type Peer = {
  /** Without control, bidirectional and invisible characters; at most 64 characters. */
  name: string
  /** An https URL. */
  url?: string | undefined
  /** An https URL. */
  icon?: string | undefined
  /** Opens the wallet through its own URL scheme, such as `metamask://`. */
  nativeLink?: string | undefined
  /** Opens the wallet through an https URL. */
  universalLink?: string | undefined
}

/** Parses a peer's metadata. Leaves out whatever is not safe to display or open; never throws. */
export function parsePeer(metadata: unknown): Peer {
  const { name, url, icons, redirect } = isRecord(metadata) ? metadata : {}
  const { native, universal } = isRecord(redirect) ? redirect : {}
  const icon = Array.isArray(icons) ? icons.slice(0, 10).find((one) => parseHttpsUrl(one)) : undefined
  return prune({
    name: parseName(name),
    url: parseHttpsUrl(url),
    icon: parseHttpsUrl(icon),
    nativeLink: parseNativeLink(native),
    universalLink: parseHttpsUrl(universal),
  })
}

function parseName(value: unknown): string {
  if (typeof value !== 'string') return 'Wallet'
  const text = value
    .slice(0, 500)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(text).slice(0, 64).join('') || 'Wallet'
}

function parseHttpsUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000) return undefined
  try {
    const { protocol, href, username } = new URL(value)
    return protocol === 'https:' && username === '' ? href : undefined
  } catch {
    return undefined
  }
}

// Schemes that a browser handles itself, or that open something other than a wallet.
const notWalletSchemes =
  /^(?:https?|wss?|ftp|file|data|blob|javascript|vbscript|about|chrome|view-source|mailto|tel|sms|intent|wc)$/i

function parseNativeLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?:\/\/[-\w./]*)?$/i.exec(value) ?? []
  if (!scheme || notWalletSchemes.test(scheme)) return undefined
  return value.includes('://') ? value : `${scheme}://`
}

function prune<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
