import { readProperty } from '@portico/protocol'

/**
 * Subscribes to events of a wallet object with `on`, and unsubscribes with `removeListener` or `off`. Ignores methods
 * that are missing or throw.
 *
 * @returns a function that ends the subscription.
 */
export function listenTo(
  target: unknown,
  listeners: Readonly<Record<string, (payload: unknown) => void>>,
): () => void {
  const call = (member: string, event: string, listener: unknown) => {
    try {
      const method = readProperty(target, member)
      if (typeof method !== 'function') return false
      Reflect.apply(method, target, [event, listener])
      return true
    } catch {
      // The wallet remains usable without events.
      return false
    }
  }
  for (const [event, listener] of Object.entries(listeners)) call('on', event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners))
      call('removeListener', event, listener) || call('off', event, listener)
  }
}
