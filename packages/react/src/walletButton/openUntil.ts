import type { KitScope } from '../kit/KitContext.ts'
import { openModal } from '../modal/modalActions.ts'
import type { View } from '../modal/router.ts'
import { ModalClosedError } from './errors.ts'

/**
 * Opens the modal on a view and resolves with what `read` returns, as soon as it is defined. `read` is called when the
 * kit's state changes, and with `isClosed` when the modal has closed.
 *
 * @throws ModalClosedError if `read` still returns undefined when the modal has closed
 */
export function openUntil<T>(
  scope: KitScope,
  { view, read }: { view: View; read: (parameters: { isClosed: boolean }) => T | undefined },
): Promise<T> {
  const { kit, router } = scope
  return new Promise((resolve, reject) => {
    const check = () => {
      const isClosed = !router.store.getState().open
      const value = read({ isClosed })
      if (value === undefined && !isClosed) return
      for (const stop of stops) stop()
      if (value === undefined) reject(new ModalClosedError())
      else resolve(value)
    }
    openModal(scope, view)
    const stops = [kit.store.subscribe(check), router.store.subscribe(check)]
  })
}
