import type { NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { StoreApi } from 'zustand/vanilla'
import type { Connector } from './connectors/connector.ts'
import type { Emitter } from './events/createEmitter.ts'
import type { KitEvent, TrackEvent } from './events/kitEvent.ts'
import type { Logger } from './logger.ts'
import type { Namespace } from './namespace.ts'
import type { KitOptions, Metadata } from './options.ts'
import type { State } from './state.ts'
import type { KeyValueStorage } from './storage/storage.ts'

/** One kit: its state and what stands beside it. Actions take it first; see `createKit`. */
export interface Kit {
  readonly options: KitOptions
  readonly metadata: Metadata
  readonly store: StoreApi<State>
  readonly storage: KeyValueStorage
  readonly logger: Logger
  readonly events: Emitter<KitEvent>
  readonly namespaces: Map<NamespaceId, Namespace>
  /** Connectors by namespace and id, see {@link connectorKey}: objects that do not belong into the state. */
  readonly connectors: Map<string, Connector>
  readonly siwx: SIWXConfig | undefined
  /** A random id of this installation, made on first use and sent only to the application's own gateway. */
  getClientId(): string
  /** Stops every listener and timer. */
  destroy(): void
}

export function connectorKey(namespace: NamespaceId, id: string): string {
  return `${namespace}:${id}`
}

/** Tells the application's listeners. */
export function track(
  kit: Kit,
  event: TrackEvent['event'],
  properties?: Record<string, unknown>,
  type: TrackEvent['type'] = 'track',
): void {
  const { activeNamespace, connections } = kit.store.getState()
  const connection = connections[activeNamespace]
  const address = connection?.status === 'connected' ? connection.address : undefined
  kit.events.emit({ type: 'track', track: { type, event, address, properties } })
}
