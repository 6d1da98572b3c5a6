import { parseIcon, parseName, readProperty } from '@portico/protocol'

/** An object with a `request` method (EIP-1193). Its results are untrusted and validated by the caller. */
export interface Provider {
  request(request: { method: string; params?: unknown }): unknown
}

/** A wallet that announced itself. `rdns` is set only if it is well-formed. */
export interface Announcement {
  id: string
  uuid: string
  name: string
  icon: string | undefined
  rdns: string | undefined
  provider: Provider
}

/** Returns whether a value has a `request` method. Never throws. */
export function isProvider(value: unknown): value is Provider {
  return typeof readProperty(value, 'request') === 'function'
}

/**
 * Parses the detail of an `eip6963:announceProvider` event. Each property is read once, because a getter may return
 * another value the next time. Returns `undefined` for an invalid announcement. Never throws.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function parseAnnouncement(detail: unknown): Announcement | undefined {
  const info = readProperty(detail, 'info')
  const provider = readProperty(detail, 'provider')
  const uuid = readProperty(info, 'uuid')
  const rdns = readProperty(info, 'rdns')
  const name = parseName(readProperty(info, 'name'))
  if (!name || !isShort(uuid) || !isShort(rdns) || !isProvider(provider)) return undefined
  const wellFormed = /^[a-z\d_-]+(\.[a-z\d_-]+)+$/i.test(rdns)
  return {
    // Not the uuid, which is different on every page load.
    id: wellFormed ? rdns : `announced:${encodeURIComponent(name.toLowerCase())}`,
    uuid,
    name,
    icon: parseIcon(readProperty(info, 'icon')),
    rdns: wellFormed ? rdns : undefined,
    provider,
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 128
}
