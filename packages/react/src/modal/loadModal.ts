import type { KitScope } from '../kit/KitContext.ts'
import type { MountedModal } from './Modal.tsx'

const mounted = new WeakMap<KitScope, Promise<MountedModal>>()

/** Loads the code of the modal. The router may be opened before it is mounted. */
export const importModal = () => import('./Modal.tsx')

/** Loads the modal and mounts it, once. Called on hover, on focus and on the first opening. */
export function loadModal(scope: KitScope): Promise<MountedModal> {
  const existing = mounted.get(scope)
  if (existing) return existing
  const loading = importModal().then((modal) => modal.mountModal(scope))
  mounted.set(scope, loading)
  // Try again the next time if a chunk could not be fetched, such as without a network.
  loading.catch((error: unknown) => {
    mounted.delete(scope)
    scope.kit.logger.error('Failed to load the modal.', error)
    scope.router.close()
  })
  return loading
}

/** Loads the modal when the router opens it. Returns a function that stops watching. */
export function watchModal(scope: KitScope): () => void {
  return scope.router.store.subscribe(({ open }) => {
    if (open) void loadModal(scope).catch(() => {})
  })
}
