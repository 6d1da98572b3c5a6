import type { Features } from '@portico/core'
import { defaultFeatures } from '@portico/core/internal'
import type { ProjectFeature } from '@portico/protocol/gateway'

/** The features that the operator of the gateway can configure. */
export type ProjectFeatures = Partial<
  Pick<Features, 'email' | 'socials' | 'swaps' | 'onramp' | 'history' | 'headless'>
>

/** A feature with providers is off without any; `null` means that the operator gives no list. */
const hasProviders = ({ isEnabled, config }: ProjectFeature) => isEnabled && config?.length !== 0

const readers: Readonly<Record<string, (feature: ProjectFeature) => ProjectFeatures>> = {
  social_login({ isEnabled, config }) {
    if (!isEnabled) return { email: false, socials: false }
    // Without a list, which logins are offered is not configured.
    if (!config) return {}
    const known = defaultFeatures.socials || []
    const socials = [...new Set(config)].filter((provider) => known.includes(provider))
    return { email: config.includes('email'), socials: socials.length > 0 && socials }
  },
  swap: (feature) => ({ swaps: hasProviders(feature) }),
  onramp: (feature) => ({ onramp: hasProviders(feature) }),
  activity: ({ isEnabled }) => ({ history: isEnabled }),
  headless: ({ isEnabled }) => ({ headless: isEnabled }),
}

/** Returns the kit's features for the gateway's, whose IDs are AppKit's. Unknown IDs are ignored. */
export function toFeatures(features: readonly ProjectFeature[]): ProjectFeatures {
  const read = (feature: ProjectFeature) =>
    Object.hasOwn(readers, feature.id) ? readers[feature.id]?.(feature) : undefined
  return Object.assign({}, ...features.map(read))
}
