import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import { createStore } from 'zustand/vanilla'
import { watchDiscovery } from './connectors/watchDiscovery.ts'
import { GatewayUrlError, NoActiveCaipNetworkError, SignInOptionsError } from './errors.ts'
import { createEmitter } from './events/createEmitter.ts'
import type { Kit } from './kit.ts'
import { createLogger } from './logger.ts'
import { resolveMetadata } from './metadata.ts'
import { defineChain } from './networks/defineChain.ts'
import { type KitOptions, resolveSettings } from './options.ts'
import { restore } from './restore.ts'
import type { State } from './state.ts'
import { storageKeys } from './storage/keys.ts'
import { createStorage } from './storage/storage.ts'

/**
 * Makes a kit: reads what was stored, starts to listen for wallets and reconnects the one used last.
 * On a server it only holds the initial state, so that rendering there and hydrating here agree.
 *
 * @throws SignInOptionsError when both `siwx` and `siweConfig` are set.
 * @throws GatewayUrlError when `gatewayUrl` is no http(s) address.
 * @throws NoActiveCaipNetworkError when `networks` is empty.
 * @example
 * import { createKit, connect } from '@portico/core'
 * import { mainnet } from '@portico/core/networks'
 * import { evm } from '@portico/evm'
 *
 * const kit = createKit({ projectId: 'local', networks: [mainnet], adapters: [{ namespace: evm() }] })
 * await connect(kit, { connectorId: 'io.metamask' })
 */
export function createKit(options: KitOptions): Kit {
  if (options.siwx && options.siweConfig) throw new SignInOptionsError()
  const { gatewayUrl } = options
  if (gatewayUrl !== undefined && !/^https?:/i.test(gatewayUrl)) throw new GatewayUrlError({ gatewayUrl })
  const logger = createLogger(options.logLevel ?? 'error')
  const storage = createStorage(options.storage)
  const namespaces = new Map((options.adapters ?? []).map(({ namespace }) => [namespace.id, namespace]))
  const siwx = options.siwx ?? options.siweConfig?.toSIWX()
  const stops: (() => void)[] = []
  const kit: Kit = {
    options,
    metadata: resolveMetadata(options.metadata),
    store: createStore<State>(() => initialState(options, siwx)),
    storage,
    logger,
    events: createEmitter((error) => logger.error('A listener threw.', error)),
    namespaces,
    connectors: new Map(),
    siwx,
    getClientId() {
      const stored = storage.getItem(storageKeys.clientId)
      if (stored) return stored
      const id = crypto.randomUUID()
      storage.setItem(storageKeys.clientId, id)
      return id
    },
    destroy() {
      for (const stop of stops.splice(0)) stop()
    },
  }
  if (typeof window !== 'undefined') {
    stops.push(restore(kit), watchDiscovery(kit))
    if (siwx) startSignIn(kit, siwx, (stop) => stops.push(stop))
  }
  return kit
}

/** Signing in is fetched beside the page: whoever is connected meanwhile waits as `idle`. */
function startSignIn(kit: Kit, siwx: SIWXConfig, onStart: (stop: () => void) => void): void {
  import('./signIn/watchSignIn.ts').then(
    ({ watchSignIn }) => onStart(watchSignIn(kit, siwx)),
    (error: unknown) => {
      kit.logger.error('Signing in could not be loaded.', error)
      kit.events.emit({ type: 'notice', notice: 'auth-init-failed' })
      // Nobody may stay connected unsigned where signing in is required.
      if (siwx.getRequired?.()) kit.store.setState({ connections: {} })
    },
  )
}

function initialState(options: KitOptions, siwx: SIWXConfig | undefined): State {
  const networks = options.networks.map(defineChain)
  const preferred = options.defaultNetwork && defineChain(options.defaultNetwork)
  const first = networks.find((network) => network.caipNetworkId === preferred?.caipNetworkId) ?? networks[0]
  if (!first) throw new NoActiveCaipNetworkError()
  const activeNetworkIds: { [namespace in NamespaceId]?: CaipNetworkId } = {}
  for (const network of [first, ...networks])
    activeNetworkIds[network.chainNamespace] ??= network.caipNetworkId
  return {
    initialized: false,
    networks,
    activeNamespace: first.chainNamespace,
    activeNetworkIds,
    connectors: [],
    connections: {},
    signIn: siwx ? { status: 'idle', required: siwx.getRequired?.() ?? false } : { status: 'off' },
    settings: resolveSettings(options),
    alert: options.projectId ? undefined : { id: 'project-id-not-configured' },
    gatewayReachable: undefined,
  }
}
