import { type Connected, type Connector, NoAccountsError } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { type Bridge, getKitConnection } from './Bridge.ts'
import { release } from './release.ts'
import { toAccounts } from './toAccounts.ts'
import { toKitError } from './toProviderError.ts'
import { untilHydrated, untilSettled } from './untilSettled.ts'
import type { WagmiConnection, WagmiConnector } from './Wagmi.ts'
import { getAwaited, watchAttempt } from './watchAttempt.ts'

/** How long the kit waits for wagmi to reconnect, in milliseconds. */
const reconnectMs = 5_000

/**
 * Returns the kit's connector for one of wagmi: what it does goes through wagmi's state, which is the truth about
 * `eip155`.
 *
 * @param own The connector that reaches the wallet.
 * @param wagmi Its counterpart, set up in the config.
 */
export function bridgeConnector(bridge: Bridge, own: Connector, wagmi: WagmiConnector): Connector {
  const { config } = bridge
  const { id } = own

  /** Finds the connection. An application may have set up another connector with the same ID. */
  const find = (): WagmiConnection | undefined =>
    [...config.state.connections.values()].find(({ connector }) => connector.id === id && connector.emitter)
  const findCurrent = () => {
    const connection = find()
    return connection?.connector.uid === config.state.current ? connection : undefined
  }

  async function connect(isSilent: boolean, networkId: CaipNetworkId | undefined): Promise<void> {
    const { abandoned, stop } = watchAttempt(bridge)
    const options = {
      isReconnecting: isSilent,
      // Connectors of the application get no parameters that they do not know.
      ...(wagmi.end && { request: { networkId, abandoned } }),
    }
    try {
      const current = findCurrent()?.connector
      if (current) {
        // wagmi's `connect` refuses to ask a wallet again.
        const { accounts, chainId } = await current.connect(options)
        config._internal.events.change({
          uid: current.uid,
          accounts: accounts as WagmiConnection['accounts'],
          chainId,
        })
      } else if (isSilent && getAwaited(getKitConnection(bridge))?.connectorId !== id)
        await connectBeside(options)
      else await bridge.wagmi.connect(config, { connector: wagmi, ...options })
    } catch (error) {
      throw toKitError(error)
    } finally {
      stop()
    }
    const connected = findCurrent()
    if (connected && !bridge.store?.getState().settings.features.multiWallet)
      release(config, (uid) => uid !== connected.connector.uid)
  }

  /** Connects a wallet beside the active one. */
  async function connectBeside(options: Parameters<WagmiConnector['connect']>[0]): Promise<void> {
    const { events } = config._internal
    const { accounts, chainId } = await wagmi.connect(options)
    wagmi.emitter.off('connect', events.connect)
    wagmi.emitter.on('change', events.change)
    wagmi.emitter.on('disconnect', events.disconnect)
    config.setState((state) => ({
      ...state,
      connections: new Map(state.connections).set(wagmi.uid, {
        accounts: accounts as WagmiConnection['accounts'],
        chainId,
        connector: wagmi,
      }),
    }))
  }

  /** Restores the connection after a page load, which wagmi may be doing already. */
  async function reconnect(): Promise<void> {
    await untilHydrated(config)
    const endsAt = Date.now() + reconnectMs
    do {
      await untilSettled(config, reconnectMs)
      if (config.state.status !== 'disconnected') return
      const before = config.state
      await bridge.wagmi.reconnect(config, { connectors: [wagmi] })
      // Without an effect while wagmi reconnects: its call may have begun before this wallet was there.
      if (config.state !== before) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    } while (Date.now() < endsAt)
  }

  function answer(): { accounts: Connected['accounts']; networkId: CaipNetworkId } {
    const connection = find()
    return {
      accounts: connection ? toAccounts(bridge, connection) : [],
      networkId: `eip155:${connection?.chainId ?? config.state.chainId}`,
    }
  }

  return {
    ...own,
    async connect({ silent, networkId }) {
      if (silent && getKitConnection(bridge)?.status === 'reconnecting') {
        await reconnect()
        // The wallet that was stored by the kit is not the one that wagmi has restored.
        if (!findCurrent()) return { ...answer(), accounts: [] }
      } else await connect(silent, networkId)
      const answered = answer()
      if (!silent && answered.accounts.length === 0) throw new NoAccountsError()
      return answered
    },
    async disconnect() {
      const connector = find()?.connector ?? wagmi
      const isAll = getKitConnection(bridge)?.status === 'disconnected'
      release(config, (uid) => isAll || uid === connector.uid)
      if (!connector.end) return connector.disconnect()
      connector.end()
      await own.disconnect()
    },
    async switchNetwork({ network }) {
      const { connector } = find() ?? { connector: wagmi }
      await connector.switchChain?.({ chainId: Number(network.id) }).catch((error: unknown) => {
        throw toKitError(error)
      })
    },
    subscribe: (listener) =>
      own.subscribe((event) => {
        // The rest arrives through wagmi's state, except of wallets beside the active one.
        if (event.type === 'transaction' || !findCurrent()) listener(event)
      }),
  }
}
