import type { Kit } from '@portico/core'
import { defaultFeatures } from '@portico/core/internal'
import { featuresKey } from './featuresKey.ts'
import type { ProjectFeatures } from './toFeatures.ts'

const lifetimeMs = 24 * 60 * 60_000

/**
 * Returns the features that the operator had configured for the project at the last visit, to be shown before the gateway
 * is asked. Nothing is stored if none are configured. Small: read before the modal opens, it must not load the data layer.
 */
export function storedFeatures({ storage, options: { projectId } }: Kit) {
  return {
    get(now = Date.now()): ProjectFeatures | undefined {
      try {
        const stored = JSON.parse(storage.getItem(featuresKey) ?? 'null')
        const age = now - stored.timestamp
        if (!(age >= 0 && age <= lifetimeMs) || stored.projectId !== projectId) return undefined
        return Object.fromEntries(Object.entries(stored.value).filter(isFeature))
      } catch {
        // Nothing stored, or something else.
        return undefined
      }
    },
    set(value: ProjectFeatures, now = Date.now()): void {
      if (Object.keys(value).length === 0) storage.removeItem(featuresKey)
      else storage.setItem(featuresKey, JSON.stringify({ timestamp: now, projectId, value }))
    },
  }
}

function isFeature([name, value]: [string, unknown]): boolean {
  if (name !== 'socials') return typeof value === 'boolean'
  const known: readonly unknown[] = defaultFeatures.socials || []
  return value === false || (Array.isArray(value) && value.every((provider) => known.includes(provider)))
}
