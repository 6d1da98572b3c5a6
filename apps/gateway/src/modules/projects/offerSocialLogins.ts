import type { ProjectFeature } from '@portico/protocol/gateway'
import { socialProvider } from '@portico/protocol/social'
import type { SocialConfig } from '../../infra/config/SocialConfig.ts'

const id = 'social_login'

/**
 * Returns the features of a project with the logins that are set up at this gateway: all of them if the project lists none,
 * otherwise those in its list.
 */
export function offerSocialLogins({
  features,
  social: { clientIds },
}: {
  features: readonly ProjectFeature[]
  social: Pick<SocialConfig, 'clientIds'>
}): ProjectFeature[] {
  const all = ['email', ...clientIds.keys()]
  const isOff = (login: string): boolean => {
    const { data: provider } = socialProvider.safeParse(login)
    return provider !== undefined && !clientIds.has(provider)
  }
  if (!features.some((feature) => feature.id === id))
    return [...features, { id, isEnabled: true, config: all }]
  return features.map((feature) =>
    feature.id === id && feature.isEnabled
      ? { ...feature, config: feature.config?.filter((login) => !isOff(login)) ?? all }
      : feature,
  )
}
