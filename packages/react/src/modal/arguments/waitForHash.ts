import type { PendingTransfer } from '@portico/core/money'
import type { KitScope } from '../../kit/KitContext.ts'
import { SendCancelledError } from './SendCancelledError.ts'
import { SendUnknownError } from './SendUnknownError.ts'

/** Resolves with the hash of the first payment that is sent from now on until the modal is closed. */
export function waitForHash({ kit, router }: KitScope): Promise<{ hash: string }> {
  const list = () => kit.store.getState().money?.pending ?? []
  const before = new Set(list().map(({ id }) => id))
  // Those of earlier visits are put into the state later.
  const start = Date.now()
  let wasOpen = false
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      for (const stop of stops) stop()
      act()
    }
    const check = () => {
      const { open } = router.store.getState()
      wasOpen ||= open
      const entries: PendingTransfer[] = list().filter(
        ({ id, startedAt }) => !before.has(id) && startedAt >= start,
      )
      const hash = entries.find(({ sent }) => sent)?.sent?.hash
      if (hash !== undefined) settle(() => resolve({ hash }))
      else if (entries.some(({ status }) => status === 'unknown'))
        settle(() => reject(new SendUnknownError()))
      // What the wallet was asked can still be sent after the modal was closed.
      else if (wasOpen && !open && !entries.some(({ status }) => status === 'wallet'))
        settle(() => reject(new SendCancelledError()))
    }
    const stops = [kit.store.subscribe(check), router.store.subscribe(check)]
  })
}
