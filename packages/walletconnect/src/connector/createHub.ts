import { formatCaipNetworkId, type NamespaceId, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from '../auth/oneClick.ts'
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
import { createChannel } from './createChannel.ts'
import { createProvider } from './createProvider.ts'
import { formatRequestLink, readDeepLink } from './deepLinks.ts'
import { profiles } from './profiles.ts'

/** What is fetched with the first use, see `walletConnect`. */
export type Hub = {
  connect(parameters: ConnectParameters): Promise<{
    namespaces: readonly NamespaceId[]
    proofs: readonly SIWXSession[]
    wallet: Peer
  }>
  disconnect(): Promise<void>
  getWallet(): Peer | undefined
  getConnector(
    namespace: NamespaceId,
  ): Pick<WalletConnectConnector, 'connect' | 'switchNetwork' | 'signMessage' | 'getProvider' | 'subscribe'>
  subscribe(listener: (event: WalletConnectEvent) => void): () => void
  destroy(): void
}

/** One client and, for each family, what the kit works with. One session is in use at a time: the newest. */
export function createHub(options: WalletConnectOptions): Hub {
  const { networks, rpc, storage, methods = {}, events = {} } = options
  const client = createClient(options)
  const listeners = new Set<(event: WalletConnectEvent) => void>()
  const getSession = (): Session | undefined => client.sessions.at(-1)
  const chainsOf = (family: NamespaceId) =>
    networks()
      .filter(({ chainNamespace }) => chainNamespace === family)
      .map(({ caipNetworkId }) => caipNetworkId)

  const families = Object.keys(profiles) as NamespaceId[]
  const parts = new Map(
    families.map((family) => {
      const firstChain = () => chainsOf(family)[0]
      const channel = createChannel({ family, client, storage, getSession, firstChain })
      return [family, { channel, provider: createProvider({ channel, rpc }) }] as const
    }),
  )
  const partOf = (family: NamespaceId) => {
    const part = parts.get(family)
    if (!part)
      throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: `Unknown family ${family}.` })
    return part
  }

  function emit(event: WalletConnectEvent) {
    for (const listener of [...listeners]) listener(event)
  }

  client.subscribe((event) => {
    if (event.type === 'sessions') {
      for (const { channel } of parts.values()) channel.follow()
      if (event.after.length === 0) storage.removeItem(storageKeys.deepLink)
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
      const [family] = event.chainId.split(':')
      parts.get(family as NamespaceId)?.channel.hear(event)
    }
  })

  function propose(chains: ConnectParameters['chains']): ProposedNamespaces {
    const wanted = chains ?? networks().map(({ caipNetworkId }) => caipNetworkId)
    return mergeProposals(
      ...wanted.flatMap((chain) => {
        const family = chain.split(':')[0] as NamespaceId
        const profile = profiles[family]
        if (!profile) return []
        const one = {
          chains: [chain],
          methods: methods[family] ?? profile.methods,
          events: events[family] ?? profile.events,
        }
        return [{ [family]: one }]
      }),
    )
  }

  const verify: VerifySignIn =
    options.verifySignIn ??
    (async ({ message, signature, address, chainId }) => {
      const { verifyMessage } = await import('@portico/siwx/verifyMessage')
      const client = {
        request: ({ method, params }: { method: string; params?: unknown }) =>
          rpc({ networkId: chainId, method, params }),
      }
      const verdict = await verifyMessage({ message, signature, address, chains: [chainId], client })
      if (verdict.ok) return
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The sign-in the wallet sent is not valid.',
        metaMessages: [`Reason: ${verdict.reason}`],
      })
    })

  const hub: Hub = {
    async connect({ onUri, chains, signal, signIn }) {
      const proposed = propose(chains)
      if (Object.keys(proposed).length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: 'There is no network to connect to: `chains` is empty or of unknown families.',
        })
      }
      const before = client.sessions
      const { session, proofs } = await client.connect({
        proposed,
        onUri,
        signal,
        oneClick: signIn && { signIn, verify },
      })
      // One wallet at a time: those of before are told, and not waited for.
      for (const { topic } of before) void client.disconnect(topic)
      return { namespaces: Object.keys(session.namespaces) as NamespaceId[], proofs, wallet: session.peer }
    },
    async disconnect() {
      await Promise.all(client.sessions.map(({ topic }) => client.disconnect(topic)))
    },
    getWallet: () => getSession()?.peer,
    getConnector(family) {
      const { channel, provider } = partOf(family)
      return {
        async connect(parameters) {
          const made = parameters.silent ? undefined : await hub.connect(needUri(parameters))
          return {
            accounts: channel.accounts(),
            networkId:
              channel.chain() ??
              chainsOf(family)[0] ??
              formatCaipNetworkId({ namespace: family, reference: 0 }),
            proofs: made?.proofs ?? [],
          }
        },
        switchNetwork: ({ network }) => channel.profile.switchNetwork(channel, network),
        signMessage: ({ message, address }) =>
          channel.profile.signMessage({
            ask: (method, params) => channel.ask(method, params),
            message,
            address,
          }),
        getProvider: () => provider,
        subscribe: channel.subscribe,
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      listeners.clear()
      client.destroy()
    },
  }
  return hub
}

function needUri({ onUri, ...rest }: Partial<ConnectParameters>): ConnectParameters {
  if (onUri) return { onUri, ...rest }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'Connecting over WalletConnect needs `onUri`, which shows the address to the visitor.',
  })
}
