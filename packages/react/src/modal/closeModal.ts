import { getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'

/** Closes the modal, whatever view it shows. */
export function closeModal({ kit, router }: KitScope): void {
  if (!router.store.getState().open) return
  router.close()
  track(kit, 'MODAL_CLOSE', { connected: getConnected(kit.store.getState()) !== undefined })
}
