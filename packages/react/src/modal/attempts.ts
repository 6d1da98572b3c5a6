import type { ConnectorDetails, Kit } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { connectWallet } from './connectWallet.ts'
import { currentView, type View } from './router.ts'

/** How long to wait for an answer before the waiting view is shown, so that it does not flash. */
export const instantMs = 50

const attempts = new WeakMap<Kit, Map<string, Promise<unknown>>>()

/** Returns the pending or failed request to a wallet with this key, if any. */
export function getAttempt(kit: Kit, key: string): Promise<unknown> | undefined {
  return attempts.get(kit)?.get(key)
}

/** Starts a request to a wallet and stores its promise for the view that shows it. */
export function startAttempt(kit: Kit, key: string, run: () => Promise<unknown>): Promise<unknown> {
  const byKey = attempts.get(kit) ?? new Map<string, Promise<unknown>>()
  attempts.set(kit, byKey)
  const attempt = run()
  byKey.set(key, attempt)
  // The view that shows the attempt handles its failure.
  attempt.catch(() => {})
  return attempt
}

/** Removes a stored attempt. */
export function forgetAttempt(kit: Kit, key: string): void {
  attempts.get(kit)?.delete(key)
}

/**
 * Sends a request to a wallet and shows the waiting view unless the wallet answers within 50 ms. Call it synchronously
 * inside a click handler, so that the browser allows the wallet to open its window.
 *
 * @returns `'done'` if the wallet accepted at once; `'shown'` if the waiting view shows the attempt
 */
export async function runAttempt(
  { kit, router }: KitScope,
  { key, view, run }: { key: string; view: View; run: () => Promise<unknown> },
): Promise<'done' | 'shown'> {
  const from = currentView(router.store.getState())
  const attempt = startAttempt(kit, key, run)
  const first = await Promise.race([
    attempt.then(
      () => 'done' as const,
      () => 'failed' as const,
    ),
    new Promise<'slow'>((resolve) => setTimeout(resolve, instantMs, 'slow')),
  ])
  if (first === 'done') {
    forgetAttempt(kit, key)
    return 'done'
  }
  // The visitor may have left the view in the meantime.
  const state = router.store.getState()
  if (state.open && currentView(state) === from) router.push(view)
  return 'shown'
}

/** Asks a wallet installed in this browser to connect. */
export function requestConnection(
  scope: KitScope,
  { id, namespace }: ConnectorDetails,
): Promise<'done' | 'shown'> {
  return runAttempt(scope, {
    key: connectAttemptKey({ id, namespace }),
    view: { name: 'connecting-external', connectorId: id, namespace },
    run: () => connectWallet(scope.kit, { connectorId: id, namespace }),
  })
}

/** Returns the key of a connection attempt. One wallet's connectors may have the same ID in two namespaces. */
export function connectAttemptKey({ id, namespace }: Pick<ConnectorDetails, 'id' | 'namespace'>): string {
  return `connect:${namespace}:${id}`
}
