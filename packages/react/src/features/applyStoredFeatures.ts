import type { Kit } from '@portico/core'
import { applyFeatures } from './applyFeatures.ts'
import { storedFeatures } from './storedFeatures.ts'

/** Applies the operator's features as they were at the last visit, without a request. */
export function applyStoredFeatures(kit: Kit): void {
  const features = storedFeatures(kit).get()
  if (features) applyFeatures(kit, features)
}
