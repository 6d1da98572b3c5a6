import type { Kit } from '../kit.ts'
import type { Settings } from '../options.ts'
import { type Features, withoutUnset } from '../options.ts'

export type SettingsUpdate = Partial<Omit<Settings, 'features'>> & {
  features?: Partial<Features> | undefined
}

/** Changes options while the kit runs; what is left out stays as it is. */
export function updateSettings(kit: Kit, { features, ...rest }: SettingsUpdate): void {
  const { settings } = kit.store.getState()
  kit.store.setState({
    settings: {
      ...settings,
      ...withoutUnset(rest),
      features: { ...settings.features, ...withoutUnset(features ?? {}) },
    },
  })
}
