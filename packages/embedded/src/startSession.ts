import {
  disconnect,
  getConnected,
  getConnector,
  type RpcClient,
  type State,
  switchNetwork,
} from '@portico/core'
import { mainnet } from '@portico/core/networks'
import { evm } from '@portico/evm'
import { isRecord, ProviderRpcError, RpcError, rpcErrorCodes } from '@portico/protocol'
import { createAppKitInstance } from '@portico/react/instance'
import type { EmbeddedOptions } from './EmbeddedOptions.ts'
import type { EmbeddedProviderEvents } from './EmbeddedProvider.ts'
import { embeddedStorage, isUsed } from './embeddedStorage.ts'

export interface EmbeddedSession {
  /** Returns the accounts that the visitor has logged in with, after a login of an earlier visit was restored. */
  getAccounts(): Promise<readonly string[]>
  /** Returns the provider of the account; undefined while no one is logged in. */
  getProvider(): Promise<RpcClient | undefined>
  getChainId(): number
  /** Has the visitor log in, unless someone is. Calls at the same time open the modal once. */
  connect(): Promise<readonly string[]>
  /** Switches to a network of the options, with the parameters of `wallet_switchEthereumChain`. */
  switchChain(params: unknown): Promise<null>
  /** Logs out. */
  disconnect(): Promise<void>
}

type Emit = <E extends keyof EmbeddedProviderEvents>(event: E, value: EmbeddedProviderEvents[E]) => void

/**
 * Creates the kit and the modal behind a provider. It has the Ethereum accounts of the embedded wallet only, and lists no
 * other wallet.
 */
export function startSession(options: EmbeddedOptions, emit: Emit): EmbeddedSession {
  const { walletUrl, networks = [mainnet], socials = [], name: _name, icon: _icon, ...rest } = options
  const isRestored = isUsed()
  const appKit = createAppKitInstance({
    ...rest,
    walletUrl,
    networks,
    adapters: [{ namespace: evm() }],
    storage: embeddedStorage,
    // The page's own kit asks the visitor to leave a network that it does not list.
    allowUnsupportedChain: true,
    enableEIP6963: false,
    enableInjected: false,
    enableWallets: false,
    enableWalletGuide: false,
    features: {
      email: true,
      socials: socials.length > 0 ? socials : false,
      allWallets: false,
      connectMethodsOrder: ['email', 'social'],
    },
  })
  const { kit, router } = appKit.scope
  const { store } = kit
  /** Whether the page may see an account: it has asked for one, and the visitor has not refused. */
  let isWanted = isRestored
  let connecting: Promise<readonly string[]> | undefined

  const listAccounts = (state = store.getState()): readonly string[] => {
    const address = isWanted ? getConnected(state, 'eip155')?.address : undefined
    return address === undefined ? [] : [address]
  }
  const getChainId = (state = store.getState()): number => {
    const id = getConnected(state, 'eip155')?.networkId ?? state.activeNetworkIds.eip155
    return Number(id?.split(':')[1] ?? 1)
  }
  const isReconnecting = (state: State) => state.connections.eip155?.status === 'reconnecting'

  let shown = { address: listAccounts()[0], chainId: getChainId() }
  store.subscribe((state) => {
    // The visitor has closed the modal, but the wallet completed the login.
    if (!isWanted && getConnected(state, 'eip155')) {
      void disconnect(kit)
      return
    }
    const before = shown
    shown = { address: listAccounts(state)[0], chainId: getChainId(state) }
    const chainId = `0x${shown.chainId.toString(16)}`
    if (shown.chainId !== before.chainId) emit('chainChanged', chainId)
    if (shown.address === before.address) return
    if (before.address === undefined) emit('connect', { chainId })
    emit('accountsChanged', shown.address === undefined ? [] : [shown.address])
    if (shown.address === undefined) emit('disconnect', new ProviderRpcError(loggedOut()))
  })

  /** Resolves once a login of an earlier visit is restored, or turned out to have ended. */
  function settled(): Promise<void> {
    return new Promise((resolve) => {
      if (!isReconnecting(store.getState())) return resolve()
      const stop = store.subscribe((state) => {
        if (isReconnecting(state)) return
        stop()
        resolve()
      })
    })
  }

  async function getAccounts(): Promise<readonly string[]> {
    await settled()
    return listAccounts()
  }

  async function logIn(): Promise<readonly string[]> {
    const restored = await getAccounts()
    if (restored.length > 0) return restored
    isWanted = true
    return new Promise((resolve, reject) => {
      let hasOpened = false
      const stops: (() => void)[] = []
      const end = (act: () => void) => {
        for (const stop of stops.splice(0)) stop()
        act()
      }
      const check = () => {
        const accounts = listAccounts()
        const { open } = router.store.getState()
        if (accounts.length > 0) end(() => resolve(accounts))
        else if (open) hasOpened = true
        else if (hasOpened)
          end(() => {
            isWanted = false
            void disconnect(kit)
            reject(new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: 'The login was closed.' }))
          })
      }
      stops.push(store.subscribe(check), router.store.subscribe(check))
      void appKit.open({ view: 'Connect', namespace: 'eip155' }).then(() => {
        if (hasOpened || stops.length === 0) return
        const message = 'The modal could not be loaded.'
        end(() => reject(new RpcError({ rpcCode: rpcErrorCodes.internalError, message })))
      })
    })
  }

  return {
    getAccounts,
    getChainId,
    async getProvider() {
      const [address] = await getAccounts()
      return address === undefined ? undefined : (getConnector(kit, 'eip155')?.getProvider() as RpcClient)
    },
    connect() {
      connecting ??= logIn().finally(() => {
        connecting = undefined
      })
      return connecting
    },
    async switchChain(params) {
      const chainId = readChainId(params)
      const network = store.getState().networks.find(({ id }) => id === chainId)
      if (!network)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message: `The application has not listed the network ${chainId} for the embedded wallet.`,
        })
      await settled()
      await switchNetwork(kit, { network })
      return null
    },
    disconnect: () => disconnect(kit),
  }
}

const loggedOut = () =>
  new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'The visitor has logged out of the wallet.' })

function readChainId(params: unknown): number {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId = isRecord(first) ? first.chainId : undefined
  if (typeof chainId === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chainId)) return Number(chainId)
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'The parameters need a `chainId` in hexadecimal digits.',
  })
}
