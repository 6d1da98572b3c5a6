import { readProperty } from '@portico/protocol'

/**
 * Hears events of a wallet's object by `on` and `removeListener` (or `off`). What is not there, or throws, is left out.
 *
 * @returns the end of it.
 */
export function listenTo(
  home: unknown,
  listeners: Readonly<Record<string, (payload: unknown) => void>>,
): () => void {
  const call = (member: string, event: string, listener: unknown) => {
    try {
      const method = readProperty(home, member)
      if (typeof method !== 'function') return false
      Reflect.apply(method, home, [event, listener])
      return true
    } catch {
      // A wallet whose events do not work can still be asked.
      return false
    }
  }
  for (const [event, listener] of Object.entries(listeners)) call('on', event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners))
      call('removeListener', event, listener) || call('off', event, listener)
  }
}
