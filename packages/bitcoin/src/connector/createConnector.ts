import { type Connector, type ConnectorEvent, createEmitter } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { toNetworkId, toNetworkName } from '../networks/bitcoinNetworks.ts'
import { parseAddresses } from '../parsing/parseAddresses.ts'
import { createProvider } from '../provider/createProvider.ts'
import { signMessage } from '../provider/signMessage.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'
import { walletAdapters } from '../wallets/walletAdapters.ts'
import { listenToWallet } from './listenToWallet.ts'
import type { WalletSession } from './WalletSession.ts'

/** How long to wait for the wallet when disconnecting. */
const disconnectTimeoutMs = 500

/** Parameters of {@link createConnector}. */
export interface CreateConnectorParameters {
  id: string
  name: string
  type: 'ANNOUNCED' | 'INJECTED'
  kind: WalletKind
  icon: string | undefined
  /** The wallet object that the adapter uses. */
  walletObject: object
  endpoints: Endpoints
}

/** Creates a connector for a Bitcoin wallet. Validates everything the wallet returns. */
export function createConnector({
  id,
  name,
  type,
  kind,
  icon,
  walletObject,
  endpoints,
}: CreateConnectorParameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  let stopListening: (() => void) | undefined
  const wallet = walletAdapters[kind](walletObject)
  const session: WalletSession = {
    wallet,
    endpoints,
    accounts: [],
    network: 'mainnet',
    emit: events.emit,
  }
  const provider = createProvider({ id, name, session })

  return {
    id,
    name,
    type,
    namespace: 'bip122',
    icon,
    async connect({ silent, networkId }) {
      const networks = wallet.networks()
      const requested = networks.find((network) => network === toNetworkName(networkId)) ?? networks[0]
      if (!requested) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.chainDisconnected,
          message: 'The wallet supports no known Bitcoin network.',
        })
      }
      const { addresses, network } = await wallet.connect({ silent, network: requested })
      const accounts = parseAddresses(addresses, network)
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: `The wallet shared no address on Bitcoin ${network}. Unlock it and check its network.`,
        })
      }
      Object.assign(session, { accounts, network })
      return { accounts, networkId: toNetworkId(network) }
    },
    async disconnect() {
      session.accounts = []
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, disconnectTimeoutMs)
      })
      // The kit disconnects in any case, even if the wallet fails or does not respond.
      await Promise.race([wallet.disconnect().catch(() => {}), timeout])
      clearTimeout(timer)
    },
    async switchNetwork({ network }) {
      const networkName = toNetworkName(network.caipNetworkId)
      const unrecognizedChain = (message: string, { isExact = false } = {}) =>
        new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message,
          isExact,
          metaMessages: [`Network: ${network.caipNetworkId}`],
        })
      if (!networkName || !wallet.networks().includes(networkName)) {
        throw unrecognizedChain('Chain is not supported', { isExact: true })
      }
      endpoints.registerUrls({ networkId: network.caipNetworkId, urls: network.rpcUrls.default?.http ?? [] })
      const previous = session.network
      // Set first: account events during the switch are for the new network.
      session.network = networkName
      try {
        const accounts = parseAddresses(await wallet.switchNetwork(networkName), networkName)
        if (accounts.length === 0) {
          throw unrecognizedChain(`The wallet shared no address on ${network.name} (Bitcoin ${networkName}).`)
        }
        const isSame = accounts.map(({ address }) => address).join() === addressesOf(session)
        session.accounts = accounts
        // Emit the network first, then the accounts, so that no address is used with a network it does not belong to.
        session.emit({ type: 'network', networkId: network.caipNetworkId })
        if (!isSame) session.emit({ type: 'accounts', accounts })
      } catch (error) {
        session.network = previous
        throw error
      }
    },
    signMessage: ({ message, address }) => signMessage({ session, message, address }),
    getProvider: () => provider,
    subscribe(subscriber) {
      const unsubscribe = events.on(subscriber)
      stopListening ??= listenToWallet(session)
      return () => {
        unsubscribe()
        if (events.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
}

function addressesOf({ accounts }: WalletSession): string {
  return accounts.map(({ address }) => address).join()
}
