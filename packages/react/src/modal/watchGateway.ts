import { watchFeatures } from '../features/watchFeatures.ts'
import type { KitScope } from '../kit/KitContext.ts'
import { watchConnectorIds } from './watchConnectorIds.ts'

/**
 * Reads the gateway's data besides that of the views: the operator's features, and the explorer IDs of installed wallets.
 *
 * @returns a function that stops watching
 */
export function watchGateway(scope: KitScope): () => void {
  const stops = [watchFeatures(scope), watchConnectorIds(scope)]
  return () => {
    for (const stop of stops) stop()
  }
}
