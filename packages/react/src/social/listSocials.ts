import type { State } from '@portico/core'
import type { LoginProvider } from '@portico/core/internal'
import { isInApp } from './isInApp.ts'

/** Google and Facebook refuse logins in the browser inside another app. */
const refusing: readonly LoginProvider[] = ['google', 'facebook']

/**
 * Returns the providers to log in with, in the order of `features.socials`: those that the operator has set up. `isReduced`:
 * the page is open inside another app, where some of them refuse logins.
 */
export function listSocials({ settings, offeredSocials = [] }: Pick<State, 'settings' | 'offeredSocials'>): {
  providers: readonly LoginProvider[]
  isReduced: boolean
} {
  const all = (settings.features.socials || []).flatMap((name) =>
    offeredSocials.filter((provider) => provider === name),
  )
  const providers = isInApp() ? all.filter((provider) => !refusing.includes(provider)) : all
  return { providers, isReduced: providers.length < all.length }
}
