import type { KitScope } from '../kit/KitContext.ts'
import { goBack, requestClose } from './modalActions.ts'

const mounted = new WeakMap<KitScope, Promise<void>>()

/** Fetches the modal and mounts it, once; called on hover, focus or the first opening. */
export function loadModal(scope: KitScope): Promise<void> {
  const known = mounted.get(scope)
  if (known) return known
  const loading = import('./Modal.tsx').then(async ({ mountModal, loadWalletConnect, preloadConnect }) => {
    // Before anything is shown: no row comes in under the pointer.
    await loadWalletConnect(scope)
    mountModal({ scope, requestClose: () => requestClose(scope), goBack: () => goBack(scope) })
    // Next, what choosing a wallet will need: after the modal, so that it does not slow the opening.
    for (const namespace of scope.kit.namespaces.values()) namespace.preload?.()
    preloadConnect().catch(() => {})
  })
  mounted.set(scope, loading)
  // A chunk that could not be fetched (no network) is fetched again the next time.
  loading.catch((error: unknown) => {
    mounted.delete(scope)
    scope.kit.logger.error('The modal could not be loaded.', error)
    scope.router.close()
  })
  return loading
}

/** Mounts the modal as soon as anything opens it. Returns the stop. */
export function watchModal(scope: KitScope): () => void {
  return scope.router.store.subscribe(({ open }) => {
    if (open) void loadModal(scope).catch(() => {})
  })
}
