import { createEmitter } from '@portico/core'
import { formatCaipNetworkId, type NamespaceId, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from '../auth/parseAuthResponse.ts'
import type {
  ConnectParameters,
  WalletConnectConnector,
  WalletConnectEvent,
  WalletConnectOptions,
} from '../contract.ts'
import { createClient } from '../session/createClient.ts'
import { mergeProposals, type ProposedNamespaces } from '../session/namespaces.ts'
import type { Peer } from '../session/peer.ts'
import type { Session } from '../session/Session.ts'
import { storageKeys } from '../session/storageKeys.ts'
import { createNamespaceSession } from './createNamespaceSession.ts'
import { createProvider } from './createProvider.ts'
import { formatRequestLink, readDeepLink } from './deepLinks.ts'
import { namespaceAdapters } from './namespaceAdapters.ts'

/** The lazy-loaded implementation behind `walletConnect`: one client and a connector for each namespace. */
export type ConnectorRegistry = {
  connect(parameters: ConnectParameters): Promise<{
    namespaces: readonly NamespaceId[]
    proofs: readonly SIWXSession[]
    wallet: Peer
  }>
  disconnect(): Promise<void>
  getSession(): Session | undefined
  getConnector(
    namespace: NamespaceId,
  ): Pick<WalletConnectConnector, 'connect' | 'switchNetwork' | 'signMessage' | 'getProvider' | 'subscribe'>
  subscribe(listener: (event: WalletConnectEvent) => void): () => void
  destroy(): void
}

/** Creates the client and the connectors. The newest session is the one in use. */
export function createConnectorRegistry(options: WalletConnectOptions): ConnectorRegistry {
  const { networks, rpc, storage, methods = {}, events = {} } = options
  const client = createClient(options)
  const { emit, on } = createEmitter<WalletConnectEvent>()
  const getSession = (): Session | undefined => client.sessions.at(-1)
  const defaultChainOf = (namespace: NamespaceId) =>
    networks().find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId

  const entries = new Map(
    (Object.keys(namespaceAdapters) as NamespaceId[]).map((namespace) => {
      const adapter = namespaceAdapters[namespace]
      const session = createNamespaceSession({
        namespace,
        accountType: adapter.accountType,
        client,
        storage,
        getSession,
        defaultChain: () => defaultChainOf(namespace),
      })
      return [namespace, { adapter, session, provider: createProvider({ session, adapter, rpc }) }] as const
    }),
  )
  const entryOf = (namespace: NamespaceId) => {
    const entry = entries.get(namespace)
    if (entry) return entry
    throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: `Unknown namespace ${namespace}.` })
  }

  client.subscribe((event) => {
    if (event.type === 'sessions') {
      for (const { session } of entries.values()) session.update()
      if (event.after.length === 0) storage.removeItem(storageKeys.deepLink)
      emit({ type: 'session' })
    } else if (event.type === 'refused') emit(event)
    else if (event.topic !== getSession()?.topic) return
    else if (event.type === 'answered') emit({ type: 'answered', id: event.id })
    else if (event.type === 'request') {
      const wallet = getSession()?.peer
      const link = readDeepLink(storage)?.href ?? wallet?.nativeLink ?? wallet?.universalLink
      emit({
        type: 'request',
        id: event.id,
        method: event.method,
        wallet,
        link: link && formatRequestLink({ href: link, requestId: event.id, sessionTopic: event.topic }),
      })
    } else {
      const [namespace] = event.chainId.split(':')
      entries.get(namespace as NamespaceId)?.session.handleEvent(event)
    }
  })

  function createProposal(chains: ConnectParameters['chains']): ProposedNamespaces {
    const proposedChains = chains ?? networks().map(({ caipNetworkId }) => caipNetworkId)
    return mergeProposals(
      ...proposedChains.flatMap((chain) => {
        const namespace = chain.split(':')[0] as NamespaceId
        const adapter = namespaceAdapters[namespace]
        if (!adapter) return []
        const proposal = {
          chains: [chain],
          methods: methods[namespace] ?? adapter.methods,
          events: events[namespace] ?? adapter.events,
        }
        return [{ [namespace]: proposal }]
      }),
    )
  }

  const verify: VerifySignIn =
    options.verifySignIn ??
    (async ({ message, signature, address, chainId }) => {
      const { verifyMessage } = await import('@portico/siwx/verifyMessage')
      const chainClient = {
        request: ({ method, params }: { method: string; params?: unknown }) =>
          rpc({ networkId: chainId, method, params }),
      }
      const verdict = await verifyMessage({
        message,
        signature,
        address,
        chains: [chainId],
        client: chainClient,
      })
      if (verdict.ok) return
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The sign-in was not valid.',
        metaMessages: [`Reason: ${verdict.reason}`],
      })
    })

  const registry: ConnectorRegistry = {
    async connect({ onUri, chains, signal, signIn }) {
      const proposed = createProposal(chains)
      if (Object.keys(proposed).length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: '`chains` has no network of a known namespace.',
        })
      }
      const before = client.sessions
      const { session, proofs } = await client.connect({
        proposed,
        onUri,
        signal,
        oneClick: signIn && { signIn, verify },
      })
      // Only one wallet is connected at a time: end the previous sessions without waiting for it.
      for (const { topic } of before) void client.disconnect(topic)
      return { namespaces: Object.keys(session.namespaces) as NamespaceId[], proofs, wallet: session.peer }
    },
    async disconnect() {
      await Promise.all(client.sessions.map(({ topic }) => client.disconnect(topic)))
    },
    getSession,
    getConnector(namespace) {
      const { adapter, session, provider } = entryOf(namespace)
      return {
        async connect(parameters) {
          const connected = parameters.silent ? undefined : await registry.connect(requireOnUri(parameters))
          return {
            accounts: session.accounts(),
            networkId:
              session.chain() ??
              defaultChainOf(namespace) ??
              formatCaipNetworkId({ namespace, reference: 0 }),
            proofs: connected?.proofs ?? [],
          }
        },
        switchNetwork: ({ network }) => adapter.switchNetwork(session, network),
        signMessage: ({ message, address }) =>
          adapter.signMessage({
            request: (method, params) => session.request(method, params),
            message,
            address,
          }),
        getProvider: () => provider,
        subscribe: session.subscribe,
      }
    },
    subscribe: on,
    destroy: () => client.destroy(),
  }
  return registry
}

function requireOnUri({ onUri, ...rest }: Partial<ConnectParameters>): ConnectParameters {
  if (onUri) return { onUri, ...rest }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'Connecting needs `onUri`.',
  })
}
