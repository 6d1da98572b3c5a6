import { parseIcon, parseName, readProperty } from '@portico/protocol'

/** Anything with a `request`. What it answers is checked where it is asked. */
export interface Provider {
  request(request: { method: string; params?: unknown }): unknown
}

/** A wallet that announced itself. `rdns` only where it is well-formed. */
export interface Announcement {
  id: string
  uuid: string
  name: string
  icon: string | undefined
  rdns: string | undefined
  provider: Provider
}

/** Whether a value may be used as a provider. Never throws. */
export function isProvider(value: unknown): value is Provider {
  return typeof readProperty(value, 'request') === 'function'
}

/**
 * Reads the detail of an `eip6963:announceProvider`, every property once, as getters may answer differently the
 * next time. `undefined` for what is none; never throws.
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
    // Not the uuid, which is another on every page load.
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
