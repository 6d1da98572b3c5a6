import type { NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { StoreApi } from 'zustand/vanilla'
import type { Connector } from './connectors/connector.ts'
import type { Discovery } from './connectors/startDiscovery.ts'
import type { Emitter } from './events/createEmitter.ts'
import type { KitEvent, TrackEvent } from './events/kitEvent.ts'
import type { Logger } from './logger.ts'
import type { Namespace } from './namespace.ts'
import type { KitOptions, Metadata } from './options.ts'
import type { State } from './state.ts'
import type { KeyValueStorage } from './storage/storage.ts'

/** A kit: its state, and the objects that are not plain data. Every action takes it as its first argument. */
export interface Kit {
  readonly options: KitOptions
  readonly metadata: Metadata
  readonly store: StoreApi<State>
  readonly storage: KeyValueStorage
  readonly logger: Logger
  readonly events: Emitter<KitEvent>
  readonly namespaces: Map<NamespaceId, Namespace>
  /** The connector objects, by {@link connectorKey}. The state holds their plain data. */
  readonly connectors: Map<string, Connector>
  /** Whether wallets may announce themselves, and the wallet discovery of each namespace. */
  readonly discovery: { announced: boolean; readonly running: Map<NamespaceId, Discovery> }
  readonly siwx: SIWXConfig | undefined
  /** Returns the random ID of this browser, created on first use. Sent only to the application's own gateway. */
  getClientId(): string
  /** Ends wallet discovery and removes the kit's listeners. */
  destroy(): void
}

/** Returns the key of a connector in {@link Kit.connectors}. */
export function connectorKey(namespace: NamespaceId, id: string): string {
  return `${namespace}:${id}`
}

/** Emits a {@link TrackEvent} to the application's listeners, unless `features.analytics` is off. */
export function track(
  kit: Kit,
  event: TrackEvent['event'],
  properties?: Record<string, unknown>,
  own: Partial<Pick<TrackEvent, 'type' | 'address'>> = {},
): void {
  const { activeNamespace, connections, settings } = kit.store.getState()
  if (!settings.features.analytics) return
  const connection = connections[activeNamespace]
  const address = connection?.status === 'connected' ? connection.address : undefined
  kit.events.emit({ type: 'track', track: { type: 'track', event, address, properties, ...own } })
}
