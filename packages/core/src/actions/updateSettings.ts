import type { Kit } from '../kit.ts'
import type { Settings } from '../options.ts'
import { type Features, withoutUnset } from '../options.ts'

export type SettingsUpdate = Partial<Omit<Settings, 'features'>> & {
  features?: Partial<Features> | undefined
}

/**
 * Changes options of a running kit. Options that are left out, or undefined, keep their value.
 *
 * @example
 * import { updateSettings } from '@portico/core'
 *
 * updateSettings(kit, { features: { email: false } })
 */
export function updateSettings(kit: Kit, { features, ...rest }: SettingsUpdate): void {
  const { settings, updatedFeatures } = kit.store.getState()
  const updated = withoutUnset(features ?? {})
  kit.store.setState({
    updatedFeatures: { ...updatedFeatures, ...updated },
    settings: {
      ...settings,
      ...withoutUnset(rest),
      features: { ...settings.features, ...updated },
    },
  })
}
