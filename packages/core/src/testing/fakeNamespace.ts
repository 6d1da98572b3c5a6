import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Account } from '../connection.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import { createEmitter } from '../events/createEmitter.ts'
import type { DiscoverParameters, Namespace, NamespaceAssets } from '../namespace.ts'
import { fakeTransfers } from './fakeTransfers.ts'

export const ada = '0x00000000000000000000000000000000000000Ad'
export const bob = '0x0000000000000000000000000000000000000b0b'

/** The initial account and network of the fake wallets of each namespace. */
const initial: Record<NamespaceId, { account: string; networkId: CaipNetworkId }> = {
  eip155: { account: ada, networkId: 'eip155:1' },
  solana: {
    account: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  bip122: {
    account: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    networkId: 'bip122:000000000019d6689c085ae165831e93',
  },
}

const toAccounts = (addresses: readonly string[]): Account[] =>
  addresses.map((address) => ({ address, type: 'eoa' }))

/** Creates a wallet for tests: its answers can be replaced, it emits events on demand, and it records its calls. */
export function fakeWallet({
  id = 'dev.fake',
  name = 'Fake',
  namespace = 'eip155',
}: {
  id?: string
  name?: string
  namespace?: NamespaceId
} = {}) {
  const events = createEmitter<ConnectorEvent>()
  const wallet = {
    id,
    calls: [] as string[],
    accounts: [initial[namespace].account] as readonly string[],
    networkId: initial[namespace].networkId,
    granted: false,
    connect: undefined as undefined | (() => Promise<void>),
    sign: async (message: string) => `0x${message.length.toString(16)}`,
    switchTo: undefined as undefined | (() => Promise<void>),
    emit: events.emit,
    get listenerCount() {
      return events.size
    },
    connector: undefined as unknown as Connector,
  }
  wallet.connector = {
    id,
    name,
    type: 'ANNOUNCED',
    namespace,
    async connect({ silent, networkId }) {
      // Only EVM wallets have a current network; the others connect to the one requested.
      if (namespace !== 'eip155' && networkId) wallet.networkId = networkId
      wallet.calls.push(silent ? 'reconnect' : 'connect')
      if (!silent) await wallet.connect?.()
      if (silent && !wallet.granted) return { accounts: [], networkId: wallet.networkId }
      wallet.granted = true
      return { accounts: toAccounts(wallet.accounts), networkId: wallet.networkId }
    },
    async disconnect() {
      wallet.calls.push('disconnect')
      wallet.granted = false
    },
    async switchNetwork({ network }) {
      wallet.calls.push(`switch ${network.caipNetworkId}`)
      await wallet.switchTo?.()
      wallet.networkId = network.caipNetworkId
    },
    async signMessage({ message }) {
      wallet.calls.push('sign')
      return wallet.sign(message)
    },
    getProvider: () => wallet,
    subscribe: events.on,
  }
  return wallet
}

export type FakeWallet = ReturnType<typeof fakeWallet>

/** Creates a namespace that announces its wallets immediately, and others with `announce`, if they may announce themselves. */
export function fakeNamespace(
  wallets: readonly FakeWallet[],
  assets?: Partial<NamespaceAssets>,
  getWalletBalances?: Namespace['getWalletBalances'],
) {
  const id = wallets[0]?.connector.namespace ?? 'eip155'
  const transfers = fakeTransfers()
  let parameters: DiscoverParameters | undefined
  const announce = (list: readonly FakeWallet[]) => {
    const connectors = list.map(({ connector }) => connector)
    parameters?.onConnectors(connectors.filter(({ type }) => parameters?.announced || type !== 'ANNOUNCED'))
  }
  const namespace: Namespace = {
    id,
    discover(options) {
      parameters = options
      announce(wallets)
      return () => {
        parameters = undefined
      }
    },
    isSameAddress: (a, b) => a.toLowerCase() === b.toLowerCase(),
    toNetworkId: (reference) => `${id}:${reference}`,
    hasOneClickAuth: id === 'eip155',
    ...(getWalletBalances ? { getWalletBalances } : {}),
    assets: async () => assets as NamespaceAssets,
    transfers: async () => transfers.transfers,
  }
  return {
    namespace,
    transfers,
    announce,
    get isListening() {
      return parameters !== undefined
    },
  }
}
