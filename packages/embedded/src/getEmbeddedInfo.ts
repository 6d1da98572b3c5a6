import type { EmbeddedOptions } from './EmbeddedOptions.ts'
import { envelopeIcon } from './envelopeIcon.ts'
import { toRdns } from './toRdns.ts'

/** Returns how kits list the embedded wallet. @throws TypeError if `walletUrl` is not a URL */
export function getEmbeddedInfo({ name = 'Email', icon = envelopeIcon, walletUrl }: EmbeddedOptions): {
  name: string
  icon: string
  rdns: string
} {
  return { name, icon, rdns: toRdns(walletUrl) }
}
