import { createEmitter } from '../createEmitter.ts'
import type { Eip1193Provider } from '../evm/eip1193.ts'
import { garbageEvents } from './garbageEvents.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet that emits arbitrary events: one with `emit`, or all `garbageEvents` with `emitAll`. */
export function emitsGarbage({ options }: { options?: HostileOptions | undefined } = {}): HostileWallet & {
  emit(event: string, payload: unknown): void
  emitAll(): void
} {
  const emitter = createEmitter<Record<string, unknown>>()
  const on: Eip1193Provider['on'] = (event, listener) => {
    emitter.on(event, listener as (payload: unknown) => void)
    return wallet.provider
  }
  const removeListener: Eip1193Provider['removeListener'] = (event, listener) => {
    emitter.off(event, listener as (payload: unknown) => void)
    return wallet.provider
  }
  const wallet = hostileWallet({ options, members: { on, removeListener } })
  // Also emit the events of the honest wallet.
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    wallet.honest.provider.on(event, (payload) => emitter.emit(event, payload))
  }
  return {
    ...wallet,
    emit: emitter.emit,
    emitAll() {
      for (const [event, payload] of garbageEvents) emitter.emit(event, payload)
    },
  }
}
