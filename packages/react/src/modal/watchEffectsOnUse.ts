import type { State } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { afterPaint } from './afterPaint.ts'
import { hasLoginResult } from './hasLoginResult.ts'
import { loadModal } from './loadModal.ts'

/**
 * Loads `effects.ts` when the modal first opens, a wallet first connects, or the tab came back from a login. On start it applies the state that was
 * reached in the meantime, and loads the connectors of stored connections. Logs alerts, also those from before.
 */
export function watchEffectsOnUse(scope: KitScope): void {
  const { kit, router } = scope
  const load = (use: (file: typeof import('./effects.ts')) => void) =>
    import('./effects.ts')
      .then(use)
      .catch((error: unknown) => kit.logger.error('Failed to load the modal’s effects.', error))
  const start = () => {
    const { open } = router.store.getState()
    const isConnected = Object.keys(kit.store.getState().connections).length > 0
    if (!open && !isConnected && !hasLoginResult()) return
    for (const stop of stops.splice(0)) stop()
    const begin = () =>
      void load((file) => {
        file.startRestored(scope)
        file.watchEffects(scope)
      })
    // What they load would delay the opening.
    if (open && !isConnected) void loadModal(scope).then(() => afterPaint(begin), begin)
    else begin()
  }
  const logAlert = ({ alert }: State, before?: State) => {
    if (alert && alert !== before?.alert) void load((file) => void file.logAlert(kit, alert))
  }
  kit.store.subscribe(logAlert)
  logAlert(kit.store.getState())
  const stops = [kit.store.subscribe(start), router.store.subscribe(start)]
  start()
}
