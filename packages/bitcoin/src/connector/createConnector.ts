import type { Connector, ConnectorEvent } from '@portico/core'
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

/** Milliseconds a wallet has to forget the page. */
const disconnectTimeout = 500

/** What is known of a wallet when its connector is made. */
export interface CreateConnectorParameters {
  id: string
  name: string
  type: 'ANNOUNCED' | 'INJECTED'
  kind: WalletKind
  icon: string | undefined
  /** What the adapter of the kind works with. */
  home: object
  endpoints: Endpoints
}

/** A connector to one Bitcoin wallet. Trusts nothing the wallet says or does. */
export function createConnector({
  id,
  name,
  type,
  kind,
  icon,
  home,
  endpoints,
}: CreateConnectorParameters): Connector {
  const subscribers = new Set<(event: ConnectorEvent) => void>()
  let stopListening: (() => void) | undefined
  const wallet = walletAdapters[kind](home)
  const session: WalletSession = {
    wallet,
    endpoints,
    accounts: [],
    network: 'mainnet',
    emit(event) {
      for (const subscriber of [...subscribers]) {
        try {
          subscriber(event)
        } catch (error) {
          // One listener's fault is neither the others' nor that of the application's request.
          globalThis.reportError?.(error)
        }
      }
    },
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
      const wanted = networks.find((network) => network === toNetworkName(networkId)) ?? networks[0]
      if (!wanted) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.chainDisconnected,
          message: 'The wallet is on no network of Bitcoin that is known.',
        })
      }
      const { addresses, network } = await wallet.connect({ silent, network: wanted })
      const accounts = parseAddresses(addresses, network)
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: `The wallet shared no address of Bitcoin ${network}. Unlock it, and look at its network.`,
        })
      }
      Object.assign(session, { accounts, network })
      return { accounts, networkId: toNetworkId(network) }
    },
    async disconnect() {
      session.accounts = []
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, disconnectTimeout)
      })
      // Whatever the wallet says, the kit forgets it.
      await Promise.race([wallet.disconnect().catch(() => {}), late])
      clearTimeout(timer)
    },
    async switchNetwork({ network }) {
      const wanted = toNetworkName(network.caipNetworkId)
      const unknown = (message: string) =>
        new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message,
          metaMessages: [`Network: ${network.caipNetworkId}`],
        })
      if (!wanted || !wallet.networks().includes(wanted)) {
        throw unknown(`The wallet does not know ${network.name}. Choose another network or another wallet.`)
      }
      endpoints.learn({ networkId: network.caipNetworkId, urls: network.rpcUrls.default?.http ?? [] })
      const before = session.network
      // Set first: a wallet that tells of its new accounts by itself tells of those on the new network.
      session.network = wanted
      try {
        const accounts = parseAddresses(await wallet.switchNetwork(wanted), wanted)
        if (accounts.length === 0) {
          throw unknown(`The wallet shared no address of ${network.name}, which is Bitcoin ${wanted}.`)
        }
        const isSame = accounts.map(({ address }) => address).join() === addressesOf(session)
        session.accounts = accounts
        // The network first and both at once: nobody asks about an address on a network that it is not of.
        session.emit({ type: 'network', networkId: network.caipNetworkId })
        if (!isSame) session.emit({ type: 'accounts', accounts })
      } catch (error) {
        session.network = before
        throw error
      }
    },
    signMessage: ({ message, address }) => signMessage({ session, message, address }),
    getProvider: () => provider,
    subscribe(subscriber) {
      // An entry of its own for each call, so that a function that subscribes twice also leaves twice.
      const entry = (event: ConnectorEvent) => subscriber(event)
      subscribers.add(entry)
      stopListening ??= listenToWallet(session)
      return () => {
        if (!subscribers.delete(entry) || subscribers.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
}

function addressesOf({ accounts }: WalletSession): string {
  return accounts.map(({ address }) => address).join()
}
