import type { KitScope } from '../kit/KitContext.ts'

/**
 * Loads `effects.ts` when the modal first opens or a wallet first connects. On start it applies the state that was
 * reached in the meantime, and loads the connectors of stored connections.
 */
export function watchEffectsOnUse(scope: KitScope): void {
  const { kit, router } = scope
  const start = () => {
    if (!router.store.getState().open && Object.keys(kit.store.getState().connections).length === 0) return
    for (const stop of stops.splice(0)) stop()
    import('./effects.ts')
      .then((file) => {
        file.startRestored(scope)
        file.watchEffects(scope)
      })
      .catch((error: unknown) => kit.logger.error('Failed to load the modal’s effects.', error))
  }
  const stops = [kit.store.subscribe(start), router.store.subscribe(start)]
  start()
}
