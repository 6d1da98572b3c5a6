import type { ConnectorDetails, Kit } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { connectWallet } from './connectWallet.ts'
import { currentView, type View } from './router.ts'

/** A waiting screen is not shown before: what is done by then needs none, and nothing flashes. */
const instant = 50

const attempts = new WeakMap<Kit, Map<string, Promise<unknown>>>()

/** The question that is open to a wallet under that name, if any. */
export function getAttempt(kit: Kit, key: string): Promise<unknown> | undefined {
  return attempts.get(kit)?.get(key)
}

/** Asks, and keeps the answer for the view that shows it. */
export function startAttempt(kit: Kit, key: string, run: () => Promise<unknown>): Promise<unknown> {
  const own = attempts.get(kit) ?? new Map<string, Promise<unknown>>()
  attempts.set(kit, own)
  const attempt = run()
  own.set(key, attempt)
  // Whoever shows the attempt hears of its failure there.
  attempt.catch(() => {})
  return attempt
}

export function forgetAttempt(kit: Kit, key: string): void {
  attempts.get(kit)?.delete(key)
}

/**
 * Asks a wallet, and shows the waiting view unless the answer is there at once. The question is asked inside the
 * click, before anything is awaited, so that a wallet may open its window.
 */
export async function askWallet(
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
    new Promise<'slow'>((resolve) => setTimeout(resolve, instant, 'slow')),
  ])
  if (first === 'done') {
    forgetAttempt(kit, key)
    return 'done'
  }
  // The visitor may have gone elsewhere in the meantime.
  const state = router.store.getState()
  if (state.open && currentView(state) === from) router.push(view)
  return 'shown'
}

/** Asks a wallet of this browser to connect. */
export function askToConnect(
  scope: KitScope,
  { id, namespace }: ConnectorDetails,
): Promise<'done' | 'shown'> {
  return askWallet(scope, {
    key: connectKey({ id, namespace }),
    view: { name: 'connecting-external', connectorId: id, namespace },
    run: () => connectWallet(scope.kit, { connectorId: id, namespace }),
  })
}

/** The name of that question. The connectors of one wallet may have the same id in two families. */
export function connectKey({ id, namespace }: Pick<ConnectorDetails, 'id' | 'namespace'>): string {
  return `connect:${namespace}:${id}`
}
