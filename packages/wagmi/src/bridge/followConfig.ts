import type { Network } from '@portico/core'
import type { ConnectionAccess } from '@portico/core/internal'
import type { Chain } from 'viem'
import { type Bridge, getKitConnection } from './Bridge.ts'
import { release } from './release.ts'
import { toAccounts } from './toAccounts.ts'
import { untilHydrated } from './untilSettled.ts'
import type { WagmiConnection } from './Wagmi.ts'
import { getAwaited } from './watchAttempt.ts'

// Loaded together.
export { accessConnection } from '@portico/core/internal'

/** Keeps the kit's connection equal to wagmi's. Returns the function that ends it. */
export function followConfig(bridge: Bridge, kit: ConnectionAccess): () => void {
  const { config } = bridge
  let isEnded = false
  /** Whether the kit's connection changes because wagmi's has. */
  let isFollowing = false
  let hasChanged = false
  let isScheduled = false
  const stops = [() => {}]

  function follow(): void {
    hasChanged = true
    if (isEnded || isFollowing) return
    isFollowing = true
    try {
      // Listeners of the kit may change wagmi's state again.
      while (hasChanged) {
        hasChanged = false
        followConnection()
        followNetwork()
      }
    } finally {
      isFollowing = false
    }
  }

  function followConnection(): void {
    const { state } = config
    const connection = state.current === null ? undefined : state.connections.get(state.current)
    const own = getKitConnection(bridge)
    if (!own) return
    if (own.status === 'connected' && connection?.connector.id === own.connectorId) {
      const { connectorId } = own
      kit.dispatch({ type: 'accounts', connectorId, accounts: toAccounts(bridge, connection) })
      kit.dispatch({ type: 'network', connectorId, networkId: `eip155:${connection.chainId}` })
      return
    }
    // Whoever waits for an answer of a wallet passes it on.
    if (state.status === 'connecting' || state.status === 'reconnecting' || getAwaited(own)) return
    if (connection && state.status === 'connected') connect(connection)
    else if (own.status === 'connected') kit.dispatch({ type: 'disconnect' })
  }

  function connect(connection: WagmiConnection): void {
    const { connector } = connection
    if (!bridge.connectors.has(connector.id)) bridge.addForeign(connector)
    const attempt = kit.nextAttempt()
    kit.dispatch({ type: 'connect', connectorId: connector.id, attempt })
    const accounts = toAccounts(bridge, connection)
    kit.dispatch({ type: 'connected', attempt, accounts, networkId: `eip155:${connection.chainId}` })
  }

  /** The network that is connected to next. */
  function followNetwork(): void {
    if (getKitConnection(bridge)?.status === 'disconnected' && config.state.status === 'disconnected')
      kit.setNetwork(`eip155:${config.state.chainId}`)
  }

  /** Passes on what the kit has changed by itself. */
  function lead(): void {
    isScheduled = false
    if (isEnded) return
    leadChains()
    follow()
  }

  function leadNetwork(): void {
    const networkId = kit.getState().activeNetworkIds.eip155
    const chainId = Number(networkId?.slice('eip155:'.length))
    if (config.state.status === 'connected' || config.state.chainId === chainId) return
    if (config.chains.some(({ id }) => id === chainId)) config.setState((state) => ({ ...state, chainId }))
  }

  /**
   * Adds the networks that the kit has and wagmi has not to wagmi's chains, and removes those that the kit no longer has.
   * The application's own chains stay as they are configured.
   *
   * @param before The networks that the kit had.
   */
  function leadChains(before: readonly Network[] = []): void {
    const { networks } = kit.getState()
    const isGone = ({ id }: Chain) => has(before, id) && !has(networks, id)
    const chains = config.chains.filter((chain) => !isGone(chain))
    const added = networks.filter(isEvm).filter(({ id }) => !chains.some((chain) => chain.id === Number(id)))
    for (const { id } of added) bridge.addTransport(Number(id))
    const [first, ...others] = [...chains, ...added.map(toChain)]
    if (first && (added.length > 0 || chains.length < config.chains.length))
      config._internal.chains.setState([first, ...others])
  }

  stops.push(
    kit.subscribe((state, before) => {
      if (isEnded || isFollowing) return
      if (state.networks !== before.networks) leadChains(before.networks)
      const [now, last] = [state.connections.eip155, before.connections.eip155]
      const isOwn = last?.status === 'connected' && last
      // The other tab has disconnected, or the account may not stay without signing in.
      if (isOwn && now?.status === 'disconnected')
        queueMicrotask(() =>
          release(config, (uid) => config.state.connections.get(uid)?.connector.id === isOwn.connectorId),
        )
      // Another account of the wallet was chosen in the modal.
      if (
        isOwn &&
        now?.status === 'connected' &&
        now.accounts !== last.accounts &&
        now.connectorId === last.connectorId
      )
        leadAccounts(now.accounts.map(({ address }) => address as `0x${string}`))
      if (state.activeNetworkIds.eip155 !== before.activeNetworkIds.eip155) leadNetwork()
      if (now === last || isScheduled) return
      isScheduled = true
      queueMicrotask(lead)
    }),
  )

  function leadAccounts(accounts: readonly `0x${string}`[]): void {
    const { current, connections } = config.state
    const before = current === null ? undefined : connections.get(current)
    if (current === null || !before || before.accounts.join() === accounts.join()) return
    config._internal.events.change({ uid: current, accounts })
  }

  leadChains()
  void untilHydrated(config).then(() => {
    if (isEnded) return
    // wagmi has no other default than its first chain: then it takes the network that the kit has stored or prefers.
    if (config.state.chainId === config.chains[0]?.id) leadNetwork()
    stops.push(config.subscribe((state) => state, follow))
    follow()
  })
  return () => {
    isEnded = true
    for (const stop of stops) stop()
  }
}

const isEvm = ({ chainNamespace }: Network) => chainNamespace === 'eip155'
const has = (networks: readonly Network[], chainId: number) =>
  networks.some((network) => isEvm(network) && Number(network.id) === chainId)

function toChain({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }: Network): Chain {
  return {
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: { ...rpcUrls, default: rpcUrls.default ?? { http: [] } },
    ...(blockExplorers && { blockExplorers }),
    ...(testnet !== undefined && { testnet }),
  } as Chain
}
