import type { ProjectFeature } from '@portico/protocol/gateway'
import { type IdentityProvider, identityProvider } from '@portico/protocol/social'
import type { SocialConfig } from '../../infra/config/SocialConfig.ts'

const id = 'social_login'

/** In the order in which the modal shows them by default. */
const providers: readonly IdentityProvider[] = [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
]

/**
 * Returns the features of a project with the logins that are set up at this gateway: all of them if the project lists none,
 * otherwise those in its list.
 */
export function offerSocialLogins({
  features,
  social: { clientIds, farcasterRpcUrls },
}: {
  features: readonly ProjectFeature[]
  social: Pick<SocialConfig, 'clientIds' | 'farcasterRpcUrls'>
}): ProjectFeature[] {
  const isOn = (provider: IdentityProvider): boolean =>
    provider === 'farcaster' ? farcasterRpcUrls !== undefined : clientIds.has(provider)
  const all: string[] = ['email', ...providers.filter(isOn)]
  const isOff = (login: string): boolean =>
    identityProvider.options.some((provider) => provider === login) && !all.includes(login)
  if (!features.some((feature) => feature.id === id))
    return [...features, { id, isEnabled: true, config: all }]
  return features.map((feature) =>
    feature.id === id && feature.isEnabled
      ? { ...feature, config: feature.config?.filter((login) => !isOff(login)) ?? all }
      : feature,
  )
}
