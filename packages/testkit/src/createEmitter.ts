/** Emits typed events to listeners, see {@link createEmitter}. */
export type Emitter<Events extends Record<string, unknown>> = {
  on<Name extends keyof Events>(event: Name, listener: (payload: Events[Name]) => void): void
  /** Removes one registration of the listener. */
  off<Name extends keyof Events>(event: Name, listener: (payload: Events[Name]) => void): void
  emit<Name extends keyof Events>(event: Name, payload: Events[Name]): void
  /** Removes all listeners. */
  clear(): void
}

/**
 * Creates a typed emitter. Events are delivered synchronously, in the order of registration.
 *
 * @example
 * const emitter = createEmitter<{ chainChanged: string }>()
 * emitter.on('chainChanged', (chainId) => console.log(chainId))
 * emitter.emit('chainChanged', '0x7a69')
 */
export function createEmitter<Events extends Record<string, unknown>>(): Emitter<Events> {
  const listeners = new Map<keyof Events, ((payload: never) => void)[]>()
  return {
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    off(event, listener) {
      const list = listeners.get(event) ?? []
      const index = list.indexOf(listener)
      if (index !== -1) listeners.set(event, [...list.slice(0, index), ...list.slice(index + 1)])
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) {
        try {
          listener(payload as never)
        } catch (error) {
          // One listener that throws must not keep the event from the others, and its error must be reported.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    clear() {
      listeners.clear()
    },
  }
}
