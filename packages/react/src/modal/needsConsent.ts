import type { Settings } from '@portico/core'

/** Returns whether a visitor must accept the terms or the privacy policy before connecting. */
export function needsConsent({ features, termsConditionsUrl, privacyPolicyUrl }: Settings): boolean {
  return features.legalCheckbox && (termsConditionsUrl !== undefined || privacyPolicyUrl !== undefined)
}
