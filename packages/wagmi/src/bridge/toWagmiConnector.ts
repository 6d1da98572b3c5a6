import { type Account, type Connector, defineChain, type Network } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { type Address, type Chain, getAddress, isAddress, SwitchChainError } from 'viem'
import { toProviderError } from './toProviderError.ts'
import type { ConnectOptions, CreateWagmiConnector } from './Wagmi.ts'

/** How long a wallet may take to answer without a prompt, in milliseconds; longer if its code is downloaded first. */
const silentTimeoutMs = { default: 5_000, lazy: 15_000 }

/** What the bridge needs of a connector beyond what wagmi knows. */
export interface ToWagmiConnectorOptions {
  /** Returns the chains; those that the connector is set up with may change later. */
  getChains?: (() => readonly Chain[]) | undefined
  /** Called with the accounts, whose types wagmi does not hold. */
  onAccounts?: ((accounts: readonly Account[]) => void) | undefined
}

/** Makes a connector of wagmi from one of the kit. What the wallet returns has been validated by the kit's. */
export function toWagmiConnector(
  connector: Connector,
  { getChains, onAccounts }: ToWagmiConnectorOptions = {},
): CreateWagmiConnector {
  const { id, name, icon, rdns, type } = connector
  const isRemote = type === 'WALLET_CONNECT'
  const isLazy = isRemote || type === 'AUTH'
  return ({ chains, emitter, storage }) => {
    let stop: (() => void) | undefined
    const connectedKey = `${id}.connected`
    /** Never rejects: a wallet is only not restored if nothing can be stored. */
    const setConnected = async (isConnected: boolean): Promise<void> => {
      try {
        await storage?.setItem(connectedKey, isConnected)
      } catch {
        // Storage is full, or the browser denies it.
      }
    }

    function listen(): void {
      stop ??= connector.subscribe((event) => {
        if (event.type === 'accounts' && event.accounts.length > 0) {
          onAccounts?.(event.accounts)
          emitter.emit('change', { accounts: toAddresses(event.accounts) })
        } else if (event.type === 'network') emitter.emit('change', { chainId: toChainId(event.networkId) })
        else if (event.type !== 'transaction') end()
      })
    }

    /** Ends the connection in wagmi at once; the wallet may take its time. */
    function end(): void {
      stop?.()
      stop = undefined
      void setConnected(false)
      emitter.emit('disconnect')
    }

    /** As wagmi's `walletConnect`: the application draws the QR code, or opens a wallet with the URI. */
    const onUri = (uri: string) => emitter.emit('message', { type: 'display_uri', data: uri })

    const askSilently = (networkId?: CaipNetworkId | undefined) =>
      withTimeout(
        connector.connect({ silent: true, networkId }),
        silentTimeoutMs[isLazy ? 'lazy' : 'default'],
      )

    async function ask<T>(method: string, read: (answer: unknown) => T): Promise<T | undefined> {
      const provider = connector.getProvider()
      return hasRequest(provider) ? read(await provider.request({ method })) : undefined
    }

    const self = {
      id,
      name,
      type: isLazy ? (type === 'AUTH' ? id : 'walletConnect') : 'injected',
      ...(icon && { icon }),
      ...(rdns && { rdns }),
      async connect({ chainId, isReconnecting = false, withCapabilities, request }: ConnectOptions = {}) {
        try {
          const networkId =
            request?.networkId ?? (chainId === undefined ? undefined : (`eip155:${chainId}` as const))
          const answering = isReconnecting
            ? askSilently(networkId)
            : connector.connect({ silent: false, networkId, ...(isRemote && { onUri }) })
          const { accounts, networkId: answered } = await (request
            ? Promise.race([answering, request.abandoned])
            : answering)
          if (accounts.length === 0) throw new Error('The wallet shares no account.')
          listen()
          let current = toChainId(answered)
          if (chainId !== undefined && !isReconnecting && current !== chainId)
            current = (await self.switchChain({ chainId }).catch(ignoreUnlessRejected))?.id ?? current
          onAccounts?.(accounts)
          await setConnected(true)
          const addresses = toAddresses(accounts)
          return {
            accounts: withCapabilities
              ? addresses.map((address) => ({ address, capabilities: {} }))
              : addresses,
            chainId: current,
          }
        } catch (error) {
          throw toProviderError(error)
        }
      },
      async disconnect() {
        end()
        // Not awaited: many wallets never answer, and wagmi would overwrite what is connected meanwhile.
        void connector.disconnect().catch(() => {})
      },
      async getAccounts() {
        const accounts = await ask('eth_accounts', toValidAddresses)
        return accounts ?? toAddresses((await askSilently()).accounts)
      },
      async getChainId() {
        const chainId = await ask('eth_chainId', Number)
        return chainId ?? toChainId((await askSilently()).networkId)
      },
      // wagmi skips connectors without a provider when it reconnects, and this one may load it first.
      getProvider: async () => connector.getProvider() ?? pending,
      async isAuthorized() {
        try {
          const wasConnected = await storage?.getItem(connectedKey)
          const isRecent =
            (await storage?.getItem('recentConnectorId')) === id &&
            !(await storage?.getItem(`${id}.disconnected`))
          // `null` if another kit has connected the wallet.
          if (!(wasConnected ?? isRecent)) return false
          return (await askSilently()).accounts.length > 0
        } catch {
          return false
        }
      },
      async switchChain({
        chainId,
        addEthereumChainParameter,
      }: {
        chainId: number
        addEthereumChainParameter?: AddChainParameter | undefined
      }) {
        const chain = (getChains?.() ?? chains).find((listed) => listed.id === chainId)
        if (!chain)
          throw new SwitchChainError(new Error(`The wagmi config does not list the chain ${chainId}.`))
        try {
          await connector.switchNetwork({ network: toNetwork(chain, addEthereumChainParameter) })
        } catch (error) {
          throw toProviderError(error, (cause) => new SwitchChainError(cause))
        }
        emitter.emit('change', { chainId })
        return chain
      },
      onAccountsChanged(accounts: string[]) {
        if (accounts.length > 0)
          emitter.emit('change', { accounts: accounts.map((address) => getAddress(address)) })
        else end()
      },
      onChainChanged: (chainId: string) => emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: end,
      end,
    }

    /** Forwards to the wallet's provider once its code is loaded. */
    const pending = {
      async request(parameters: { method: string; params?: unknown }) {
        const provider = connector.getProvider()
        if (hasRequest(provider)) return provider.request(parameters)
        throw toProviderError(new Error(`${name} is not connected.`))
      },
      on() {},
      removeListener() {},
    }
    return self
  }
}

type AddChainParameter = {
  readonly chainName?: string | undefined
  readonly nativeCurrency?: Chain['nativeCurrency'] | undefined
  readonly rpcUrls?: readonly string[] | undefined
  readonly blockExplorerUrls?: readonly string[] | undefined
}

function toNetwork(chain: Chain, add: AddChainParameter | undefined): Network {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers } = chain
  const explorer = add?.blockExplorerUrls?.[0] ?? blockExplorers?.default.url
  return defineChain({
    id,
    name: add?.chainName ?? name,
    nativeCurrency: add?.nativeCurrency ?? nativeCurrency,
    rpcUrls: add?.rpcUrls?.length ? { default: { http: add.rpcUrls } } : rpcUrls,
    ...(explorer && {
      blockExplorers: { default: { name: blockExplorers?.default.name ?? name, url: explorer } },
    }),
  })
}

function ignoreUnlessRejected(error: unknown): undefined {
  if ((error as { code?: unknown }).code === 4001) throw error
}

function hasRequest(
  provider: unknown,
): provider is { request(parameters: { method: string; params?: unknown }): Promise<unknown> } {
  return typeof (provider as { request?: unknown } | undefined)?.request === 'function'
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The wallet did not answer.')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Reads what a wallet answers to `eth_accounts`. */
function toValidAddresses(answer: unknown): Address[] {
  const isValid = (address: unknown) => typeof address === 'string' && isAddress(address, { strict: false })
  return Array.isArray(answer) ? answer.filter(isValid).map((address: string) => getAddress(address)) : []
}

const toAddresses = (accounts: readonly Account[]): Address[] =>
  accounts.map(({ address }) => getAddress(address))
const toChainId = (networkId: string): number => Number(networkId.slice('eip155:'.length))
