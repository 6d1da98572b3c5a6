import type { KitScope } from '../kit/KitContext.ts'

/** The same as `featuresKey`: a shared module would be one more file to load before the modal opens. */
const featuresKey = '@portico/features'

/** Applies the features stored at the last visit, if there are any. A failure is logged only. */
export async function loadStoredFeatures({ kit }: KitScope): Promise<void> {
  if (!kit.storage.getItem(featuresKey)) return
  try {
    const { applyStoredFeatures } = await import('./lazyFeatures.ts')
    applyStoredFeatures(kit)
  } catch (error) {
    kit.logger.warn('The stored features could not be applied.', error)
  }
}
