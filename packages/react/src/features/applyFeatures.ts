import type { Features, Kit } from '@portico/core'
import { defaultFeatures } from '@portico/core/internal'
import type { ProjectFeatures } from './toFeatures.ts'
import { toOfferedSocials } from './toOfferedSocials.ts'

const names = [
  'email',
  'socials',
  'swaps',
  'onramp',
  'history',
  'headless',
] as const satisfies readonly (keyof ProjectFeatures)[]

/**
 * Makes the operator's features the defaults of the kit: they fill only what the application has set neither in its
 * options nor since. Social logins that the operator has not set up are never offered.
 */
export function applyFeatures({ options, store }: Kit, configured: ProjectFeatures): void {
  const { settings, updatedFeatures } = store.getState()
  const isUnset = (name: keyof Features) =>
    options.features?.[name] === undefined && updatedFeatures?.[name] === undefined
  const features = Object.fromEntries(
    names.filter(isUnset).map((name) => [name, configured[name] ?? defaultFeatures[name]]),
  )
  store.setState({
    settings: { ...settings, features: { ...settings.features, ...features } },
    offeredSocials: toOfferedSocials(configured),
  })
}
