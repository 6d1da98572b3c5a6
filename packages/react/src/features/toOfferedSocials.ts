import { getPhone, type LoginProvider } from '@portico/core/internal'
import type { ProjectFeatures } from './toFeatures.ts'

/**
 * Returns the social logins that the operator has set up and this device can use: on phones Facebook's app takes the place of
 * its page.
 */
export function toOfferedSocials({ socials }: ProjectFeatures): readonly LoginProvider[] {
  const isPhone = getPhone() !== undefined
  // Names that the kit does not have are left out before.
  return (socials || []).filter((name): name is LoginProvider => !isPhone || name !== 'facebook')
}
