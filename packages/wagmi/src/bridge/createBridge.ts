import type { Adapter, Connector, DiscoverParameters, Kit, Namespace } from '@portico/core'
import type { ConnectionAccess } from '@portico/core/internal'
import { evm } from '@portico/evm'
import type { Bridge } from './Bridge.ts'
import { bridgeConnector } from './bridgeConnector.ts'
import { toKitConnector } from './toKitConnector.ts'
import { toWagmiConnector } from './toWagmiConnector.ts'
import { untilHydrated } from './untilSettled.ts'
import type { Wagmi, WagmiConfig, WagmiConnector } from './Wagmi.ts'

/** What the bridge reads from the options of the adapter. */
export interface BridgeOptions {
  /** Whether wallets may announce themselves (EIP-6963). */
  isDiscovering: boolean
  addTransport(chainId: number): void
  /** Called once a kit is followed, and without one when that ends. */
  onKit(kit: ConnectionAccess | undefined): void
}

/** Returns the `eip155` namespace of a kit whose connection is that of a wagmi config. */
export function createBridge(
  wagmi: Wagmi,
  config: WagmiConfig,
  options: BridgeOptions,
): Adapter['namespace'] {
  const foreign: Connector[] = []
  let discovered: readonly Connector[] = []
  let report = () => {}

  const bridge: Bridge = {
    wagmi,
    config,
    connectors: new Map(),
    addForeign(connector) {
      const kit = bridgeConnector(bridge, toKitConnector(connector), connector)
      bridge.connectors.set(connector.id, { kit, wagmi: connector, accounts: [] })
      foreign.push(kit)
      report()
    },
    addTransport: options.addTransport,
  }

  /** Sets up a connector of the kit in wagmi too. */
  function add(own: Connector): { kit: Connector; wagmi: WagmiConnector } {
    const connector = config._internal.connectors.setup(
      toWagmiConnector(own, {
        getChains: () => config.chains,
        onAccounts(accounts) {
          const entry = bridge.connectors.get(own.id)
          if (entry) entry.accounts = accounts
        },
      }),
    )
    const kit = bridgeConnector(bridge, own, connector)
    bridge.connectors.set(own.id, { kit, wagmi: connector, accounts: [] })
    return { kit, wagmi: connector }
  }

  /** Lists connectors in wagmi in place of others. Those that are connected stay until they are not. */
  function list(added: readonly WagmiConnector[], removed: readonly WagmiConnector[] = []): void {
    if (added.length + removed.length === 0) return
    config._internal.connectors.setState((connectors) => [
      ...connectors.filter((connector) => !removed.includes(connector)),
      ...added,
    ])
  }

  /** Keeps the kit's connection equal to wagmi's. Returns the function that ends it. */
  function follow(kit: Kit): () => void {
    let isEnded = false
    let stop = () => {}
    import('./followConfig.ts').then(
      (file) => {
        if (isEnded) return
        const access = file.accessConnection(kit, 'eip155')
        options.onKit(access)
        stop = file.followConfig(bridge, access)
      },
      (error: unknown) =>
        kit.logger.error('The code that keeps wagmi and the modal equal could not be loaded.', error),
    )
    return () => {
      isEnded = true
      stop()
      options.onKit(undefined)
    }
  }

  for (const connector of config.connectors) bridge.addForeign(connector)
  const base = evm()
  const adopted = new Map<string, WagmiConnector>()

  return {
    ...base,
    discover(parameters: DiscoverParameters) {
      bridge.store = parameters.kit?.store
      const owns = new Map<Connector, { kit: Connector; wagmi: WagmiConnector }>()
      // Until it is hydrated, the page lists the connectors that the server has listed.
      let isListed = !config._internal.ssr
      report = () => parameters.onConnectors([...discovered, ...foreign])
      const isTaken = ({ id, rdns }: Connector) =>
        foreign.some((connector) => connector.id === id || (rdns !== undefined && connector.rdns === rdns))
      const stop = base.discover({
        ...parameters,
        announced: parameters.announced && options.isDiscovering,
        onConnectors(connectors) {
          const found = connectors.filter((connector) => !isTaken(connector))
          const gone = [...owns].filter(([own]) => !found.includes(own))
          const fresh = found.filter((own) => !owns.has(own))
          for (const [own] of gone) owns.delete(own)
          for (const own of fresh) owns.set(own, add(own))
          discovered = found.flatMap((own) => owns.get(own)?.kit ?? [])
          if (isListed) {
            const listed = fresh.flatMap((own) => owns.get(own)?.wagmi ?? [])
            list(
              listed,
              gone.map(([, { wagmi: connector }]) => connector),
            )
          }
          report()
        },
      })
      if (!isListed)
        void untilHydrated(config).then(() => {
          isListed = true
          list([...owns.values()].map(({ wagmi: connector }) => connector))
        })
      const stopFollowing = parameters.kit && follow(parameters.kit)
      return () => {
        stop()
        stopFollowing?.()
        list(
          [],
          [...owns.values()].map(({ wagmi: connector }) => connector),
        )
        report = () => {}
      }
    },
    adopt(own) {
      const added = add(own)
      const replaced = adopted.get(own.id)
      adopted.set(own.id, added.wagmi)
      void untilHydrated(config).then(() => list([added.wagmi], replaced && [replaced]))
      return added.kit
    },
  } satisfies Namespace
}
