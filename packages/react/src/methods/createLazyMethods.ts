import {
  type Adapter,
  addAdapter,
  getConnected,
  getConnector,
  type NetworkInput,
  removeAdapter,
  setEIP6963Enabled,
  updateSettings,
} from '@portico/core'
import type { Identity } from '@portico/core/data'
import type { AccountType } from '@portico/core/embedded'
import { addConnectors } from '@portico/core/internal'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { KitScope } from '../kit/KitContext.ts'
import { leaveRequests } from '../modal/leaveRequests.ts'
import { openModal } from '../modal/modalActions.ts'
import { hasPendingRequest, requiredView } from '../modal/requiredView.ts'
import { currentView, type View } from '../modal/router.ts'
import type { RemoteFeatures } from '../remoteFeatures.ts'
import { type PublicView, toView } from '../views.ts'
import { createUniversalProvider, type UniversalProvider } from '../walletConnect/createUniversalProvider.ts'

/** The account of which `fetchIdentity` reads the name. `caipNetworkId` defaults to the active network. */
export interface IdentityParameters {
  address: string
  caipNetworkId?: CaipNetworkId | undefined
}

/** The account whose name and avatar `syncIdentity` reads. */
export interface SyncIdentityParameters {
  address: string
  chainId: string | number
  chainNamespace: NamespaceId
}

export type LazyMethods = ReturnType<typeof createLazyMethods>

/** Creates the methods of the instance whose code is loaded when one of them is called. */
export function createLazyMethods(scope: KitScope) {
  const { kit, router } = scope
  /** A view that the state requires cannot be replaced. An unknown name changes nothing. */
  const viewNamed = (name: PublicView): View =>
    requiredView(kit.store.getState()) ?? toView(kit, name) ?? currentView(router.store.getState())
  const activeNetworkId = (): CaipNetworkId => {
    const { activeNetworkIds, activeNamespace } = kit.store.getState()
    return activeNetworkIds[activeNamespace] ?? `${activeNamespace}:0`
  }
  const readIdentity = async (address: string, networkId: CaipNetworkId): Promise<Identity> =>
    (await import('../data/accountData.ts')).fetchIdentity(kit, { address, networkId })

  return {
    /** Shows another view in place of the current one. */
    replace: (view: PublicView): void => {
      router.replace(viewNamed(view))
    },

    /** Shows a view without a way back. */
    redirect: (view: PublicView): void => {
      router.reset(viewNamed(view))
    },

    /**
     * Leaves the view of the embedded wallet's pending requests, which rejects them: goes back, shows the view
     * that the state requires, or closes the modal. Does nothing in another view. After an answer, whatever its `status`,
     * the modal leaves the view itself.
     */
    popTransactionStack: (_status?: 'cancel' | 'error' | 'success'): void => {
      const state = router.store.getState()
      if (!state.open || currentView(state).name !== 'approve-transaction') return
      leaveRequests(scope)
    },

    /**
     * Shows the embedded wallet's pending requests, as the modal does by itself when one arrives: opens the modal on
     * them, or shows them over the current view. Does nothing without one, and where they are shown already.
     */
    handleUnsafeRPCRequest: (): void => {
      if (!hasPendingRequest(kit.store.getState())) return
      const modal = router.store.getState()
      if (!modal.open) openModal(scope)
      else if (currentView(modal).name !== 'approve-transaction') router.push({ name: 'approve-transaction' })
    },

    /**
     * Adds a namespace as if it had been in `adapters` and `networks`: see `addAdapter` of `@portico/core`. E-mail
     * accounts of the namespace are added with the next page load if the login by e-mail has started already.
     *
     * @throws NoActiveCaipNetworkError if the application lists no network of the namespace
     */
    addAdapter: async (adapter: Adapter, networks: readonly NetworkInput[]): Promise<void> => {
      addAdapter(kit, { adapter, networks })
      const { id } = adapter.namespace
      const { connectors, connections } = kit.store.getState()
      const connection = connections[id]
      const isRestored = connection?.status === 'reconnecting' && connection.connectorId === 'walletConnect'
      if (!isRestored && !connectors.some((connector) => connector.id === 'walletConnect')) return
      // Started earlier, WalletConnect has listed its connectors of the namespaces of that time only.
      const { prepareWalletConnect } = await import('../walletConnect/prepareWalletConnect.ts')
      const connector = (await prepareWalletConnect(scope))?.connectors[id]
      if (connector) addConnectors(kit, [connector])
    },

    /**
     * Removes a namespace, with its networks and wallets.
     *
     * @throws AdapterNotFoundError · AdapterInUseError while a wallet of the namespace is connected
     */
    removeAdapter: (namespace: NamespaceId): void => removeAdapter(kit, { namespace }),

    /** Sets whether wallets may announce themselves, like the option `enableEIP6963`. */
    setEIP6963Enabled: (enabled: boolean): void => setEIP6963Enabled(kit, { enabled }),

    /** Changes the features that the application's `features` option leaves unset. */
    updateRemoteFeatures: ({ activity, ...features }: Partial<RemoteFeatures>): void => {
      const own = kit.options.features ?? {}
      const remote = { ...features, history: activity }
      const isUnset = (name: string) => own[name as keyof typeof own] === undefined
      updateSettings(kit, {
        features: Object.fromEntries(Object.entries(remote).filter(([name]) => isUnset(name))),
      })
    },

    /** Fetches the balance that the account button shows, bypassing the cache. Default: the connected account's. */
    updateNativeBalance: async (
      address?: string,
      chainId?: string | number,
      namespace: NamespaceId = kit.store.getState().activeNamespace,
    ): Promise<TokenBalance | undefined> => {
      const { fetchShownBalance } = await import('../data/accountData.ts')
      const connected = getConnected(kit.store.getState(), namespace)
      if (address === undefined) return fetchShownBalance(kit, connected)
      const networkId =
        chainId === undefined ? connected?.networkId : kit.namespaces.get(namespace)?.toNetworkId(chainId)
      return fetchShownBalance(kit, networkId && { address, networkId })
    },

    /** Returns the name and avatar of an account, cached for five minutes. */
    fetchIdentity: ({ address, caipNetworkId = activeNetworkId() }: IdentityParameters): Promise<Identity> =>
      readIdentity(address, caipNetworkId),

    /** Reads the name and avatar of an account for the buttons and views. */
    syncIdentity: async ({ address, chainId, chainNamespace }: SyncIdentityParameters): Promise<void> => {
      const networkId = kit.namespaces.get(chainNamespace)?.toNetworkId(chainId)
      if (networkId) await readIdentity(address, networkId)
    },

    /** Returns the name of an address; empty if it has none. */
    getReownName: async (address: string): Promise<string> =>
      (await readIdentity(address, activeNetworkId())).name ?? '',

    /**
     * Has the embedded wallet use its Ethereum account as a smart account or as an EOA, and stores the choice. The address and the
     * sessions stay the same. Does nothing for other wallets, and in other namespaces.
     */
    setPreferredAccountType: async (type: AccountType, namespace: NamespaceId = 'eip155'): Promise<void> => {
      await getConnector(kit, namespace)?.setAccountType?.(type)
    },

    /** Returns WalletConnect's session; undefined if the application configures no relay. */
    getUniversalProvider: async (): Promise<UniversalProvider | undefined> => {
      if (!kit.options.walletConnect) return undefined
      const { prepareWalletConnect } = await import('../walletConnect/prepareWalletConnect.ts')
      const wc = await prepareWalletConnect(scope)
      return wc && createUniversalProvider(kit, wc)
    },
  }
}
