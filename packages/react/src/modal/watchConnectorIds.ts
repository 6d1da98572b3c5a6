import type { KitScope } from '../kit/KitContext.ts'

/**
 * Looks up the explorer IDs of installed wallets while the modal is open, also of wallets that are announced then, for
 * `includeWalletIds` and `excludeWalletIds`.
 *
 * @returns a function that stops watching
 */
export function watchConnectorIds({ kit, router }: KitScope): () => void {
  let last: unknown
  const update = () => {
    const { connectors, settings } = kit.store.getState()
    const hasFilter = settings.includeWalletIds?.length || settings.excludeWalletIds?.length
    if (!hasFilter || !router.store.getState().open || connectors === last) return
    last = connectors
    import('../data/gatewayData.ts')
      .then(({ identifyConnectors }) => identifyConnectors(kit))
      .catch((error: unknown) => kit.logger.warn('Failed to look up the IDs of installed wallets.', error))
  }
  const stops = [kit.store.subscribe(update), router.store.subscribe(update)]
  update()
  return () => {
    for (const stop of stops) stop()
  }
}
