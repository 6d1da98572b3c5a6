import type { Kit } from '@portico/core'
import type { ListedWallet } from '@portico/core/internal'
import { safeLink } from './openWallet.ts'

/**
 * Returns the link that opens a wallet's app on a phone: its own scheme or, with `experimental_preferUniversalLinks`,
 * its universal link if it has one.
 */
export function getMobileLink(kit: Kit, { mobile_link, link_mode }: ListedWallet): string | undefined {
  const universal = kit.options.experimental_preferUniversalLinks ? safeLink(link_mode) : undefined
  return universal ?? safeLink(mobile_link)
}
