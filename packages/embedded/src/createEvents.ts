import type { EmbeddedProvider, EmbeddedProviderEvents } from './EmbeddedProvider.ts'

type Listener = (value: never) => void

/** Creates the events of a provider. A listener that throws does not keep the others from being called. */
export function createEvents() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit<E extends keyof EmbeddedProviderEvents>(event: E, value: EmbeddedProviderEvents[E]): void {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          ;(listener as (value: EmbeddedProviderEvents[E]) => void)(value)
        } catch (error) {
          // As an uncaught error of the page, which it is.
          reportError(error)
        }
      }
    },
    on(this: EmbeddedProvider, event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return this
    },
    removeListener(this: EmbeddedProvider, event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return this
    },
  }
}
