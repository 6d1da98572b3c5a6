import { isRecord } from '../isRecord.ts'

/** What a wallet says of itself, as it may be shown and opened. */
export type Peer = {
  /** Without control, direction and invisible characters; 64 characters at most. */
  name: string
  /** An https address. */
  url?: string | undefined
  /** An https address. */
  icon?: string | undefined
  /** Opens the wallet by its own scheme, such as `metamask://`. */
  nativeLink?: string | undefined
  /** Opens the wallet by an https address. */
  universalLink?: string | undefined
}

/** Reads a peer's metadata. What is not fit to show or open is left out; never throws. */
export function parsePeer(metadata: unknown): Peer {
  const { name, url, icons, redirect } = isRecord(metadata) ? metadata : {}
  const { native, universal } = isRecord(redirect) ? redirect : {}
  const icon = Array.isArray(icons) ? icons.slice(0, 10).find((one) => readHttps(one)) : undefined
  return prune({
    name: readName(name),
    url: readHttps(url),
    icon: readHttps(icon),
    nativeLink: readScheme(native),
    universalLink: readHttps(universal),
  })
}

function readName(value: unknown): string {
  if (typeof value !== 'string') return 'Wallet'
  const text = value
    .slice(0, 500)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(text).slice(0, 64).join('') || 'Wallet'
}

function readHttps(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000) return undefined
  try {
    const { protocol, href, username } = new URL(value)
    return protocol === 'https:' && username === '' ? href : undefined
  } catch {
    return undefined
  }
}

// Schemes a browser acts on itself, or that open something other than an app.
const notApps =
  /^(?:https?|wss?|ftp|file|data|blob|javascript|vbscript|about|chrome|view-source|mailto|tel|sms|intent|wc)$/i

function readScheme(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?:\/\/[-\w./]*)?$/i.exec(value) ?? []
  if (!scheme || notApps.test(scheme)) return undefined
  return value.includes('://') ? value : `${scheme}://`
}

function prune<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
