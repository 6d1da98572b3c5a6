import { type ComponentType, type ReactElement, useState } from 'react'
import { useKitState, useModalState } from '../../kit/KitContext.ts'
import { needsConsent } from '../needsConsent.ts'
import { Legal } from '../views/connect/Legal.tsx'

/**
 * Wraps a view from which a visitor can connect: opened first, it shows the checkbox for the terms alone until it is
 * checked, if `features.legalCheckbox` requires it. Behind Connect and the other views it leads to, it was checked there.
 */
export function withConsent<P extends object>(View: ComponentType<P>): (properties: P) => ReactElement {
  return function WithConsent(properties: P) {
    const settings = useKitState((state) => state.settings)
    const isFirst = useModalState(({ stack }) => stack.length === 1)
    // Stays answered when the application replaces the views behind this one.
    const [isAsked] = useState(isFirst && needsConsent(settings))
    const [isAccepted, setAccepted] = useState(false)
    if (!isAsked || isAccepted) return <View {...properties} />
    return (
      <Legal
        termsUrl={settings.termsConditionsUrl}
        privacyUrl={settings.privacyPolicyUrl}
        checkbox={{ checked: false, onChange: setAccepted }}
      />
    )
  }
}
