import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import { createStore } from 'zustand/vanilla'
import { startDiscovery } from './connectors/startDiscovery.ts'
import { GatewayUrlError, NoActiveCaipNetworkError, SignInOptionsError } from './errors.ts'
import { createEmitter } from './events/createEmitter.ts'
import type { Kit } from './kit.ts'
import { createLogger } from './logger.ts'
import { resolveMetadata } from './metadata.ts'
import { toNetwork } from './networks/toNetwork.ts'
import { type KitOptions, resolveSettings } from './options.ts'
import { restore } from './restore.ts'
import type { State } from './state.ts'
import { storageKeys } from './storage/keys.ts'
import { createStorage } from './storage/storage.ts'
import { reportOptionsWithoutEffect } from './withoutEffect.ts'

// Bundlers replace it; the packages are for browsers and do not have the types of Node.
declare const process: { env: { NODE_ENV?: string } }

/**
 * Creates a kit. In a browser it reads the stored state, starts wallet discovery and reconnects the wallets used
 * last. On a server it only holds the initial state, so that the server's markup matches the first render in the
 * browser.
 *
 * @throws SignInOptionsError when both `siwx` and `siweConfig` are set.
 * @throws GatewayUrlError when `gatewayUrl` is not an http(s) URL.
 * @throws NoActiveCaipNetworkError when `networks` is empty.
 * @example
 * import { createKit, connect } from '@portico/core'
 * import { mainnet } from '@portico/core/networks'
 * import { evm } from '@portico/evm'
 *
 * const kit = createKit({ projectId: 'local', networks: [mainnet], adapters: [{ namespace: evm() }] })
 * await connect(kit, { connectorId: 'io.metamask' })
 */
export function createKit({ enableWalletConnect, ...given }: KitOptions): Kit {
  const options = enableWalletConnect === false ? { ...given, walletConnect: undefined } : given
  if (options.siwx && options.siweConfig) throw new SignInOptionsError()
  const { gatewayUrl } = options
  if (gatewayUrl !== undefined && !/^https?:/i.test(gatewayUrl)) throw new GatewayUrlError({ gatewayUrl })
  // A page without a bundler has no `process`.
  try {
    if (process.env.NODE_ENV !== 'production') reportOptionsWithoutEffect(options)
  } catch {}
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
    events: createEmitter((error) => logger.error('An event listener threw.', error)),
    namespaces,
    connectors: new Map(),
    discovery: { announced: options.enableEIP6963 !== false, running: new Map() },
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
      for (const { stop } of kit.discovery.running.values()) stop()
    },
  }
  if (typeof window !== 'undefined') {
    stops.push(restore(kit))
    for (const namespace of namespaces.values()) startDiscovery(kit, namespace)
    if (siwx) stops.push(startSignIn(kit, siwx))
  }
  return kit
}

/**
 * Loads the sign-in code once a wallet may connect, and again with each connection if it could not be loaded: a page whose visitor does
 * nothing needs none of it. The sign-in state stays `idle` until it is loaded. Returns the function that stops it.
 */
function startSignIn(kit: Kit, siwx: SIWXConfig): () => void {
  // `connecting` and `connected`.
  let stop = kit.events.on(({ type }) => type.startsWith('connect') && load())
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    import('./signIn/watchSignIn.ts')
      .then((file) => {
        const stopWatching = file.watchSignIn(kit, siwx)
        stop()
        stop = stopWatching
      })
      .catch((error: unknown) => {
        import('./signIn/failSignIn.ts')
          .then((file) => file.failSignIn(kit, { error }))
          // Available offline too, because it was loaded with the connection.
          .catch(() =>
            import('./connectors/dispatchConnection.ts').then((file) => file.dropConnections(kit, error)),
          )
          // Neither can be loaded, and there is no connection: the code is loaded again when a wallet connects.
          .catch(() => {})
        isLoading = false
      })
  }
  return () => stop()
}

function initialState(options: KitOptions, siwx: SIWXConfig | undefined): State {
  const networks = options.networks.map(toNetwork)
  const preferred = options.defaultNetwork && toNetwork(options.defaultNetwork)
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
