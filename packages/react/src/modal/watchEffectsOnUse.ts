import type { KitScope } from '../kit/KitContext.ts'

/**
 * Fetches the effects (see `effects.ts`) once there can be any: when the modal opens, or a wallet connects. They then
 * take up whatever happened since.
 */
export function watchEffectsOnUse(scope: KitScope): void {
  const { kit, router } = scope
  const start = () => {
    if (!router.store.getState().open && Object.keys(kit.store.getState().connections).length === 0) return
    for (const stop of stops.splice(0)) stop()
    import('./effects.ts')
      .then(({ watchEffects }) => watchEffects(scope))
      .catch((error: unknown) => kit.logger.error('The modal’s effects could not be loaded.', error))
  }
  const stops = [kit.store.subscribe(start), router.store.subscribe(start)]
  start()
}
