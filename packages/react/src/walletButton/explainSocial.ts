import type { Kit } from '@portico/core'
import { hasEmbedded } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import type { SocialProvider } from '../account.ts'

/**
 * Returns why a visitor cannot log in at a provider, if so. Before the modal has asked the gateway for the first time, a
 * provider counts as set up; the modal says so if it is not.
 */
export function explainSocial(
  kit: Kit,
  provider: SocialProvider,
  namespace: NamespaceId | undefined,
): string | undefined {
  const { settings, offeredSocials } = kit.store.getState()
  const { socials } = settings.features
  const isWanted = socials !== false && socials.includes(provider)
  if (!isWanted || !hasEmbedded(kit, namespace))
    return 'Social logins need `walletUrl`, `features.socials` and an adapter with such accounts.'
  if (kit.options.gatewayUrl === undefined || offeredSocials?.includes(provider) === false)
    return 'The gateway’s operator has not set up this provider.'
  return undefined
}
