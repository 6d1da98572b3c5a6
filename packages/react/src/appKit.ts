import {
  addNetwork,
  type ConnectorDetails,
  type DeleteConnectionParameters,
  type Features,
  findNetwork,
  getCaipAddress,
  getConnected,
  getConnector,
  getConnectorDetails,
  getNetwork,
  getNetworkId,
  type KitOptions,
  type Network,
  type NetworkInput,
  NetworkNotFoundError,
  removeNetwork,
  type Settings,
  type State,
  updateSettings,
  type WalletFeature,
} from '@portico/core'
import { connectMethods, isApproved } from '@portico/core/internal'
import type { LanguageTag } from '@portico/i18n'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { AppKitEvent } from './AppKitEvent.ts'
import { toAccount, toWalletInfo } from './account.ts'
import { type PublicState, toPublicState } from './appKitState.ts'
import type { SwitchConnectionOptions } from './connections/connectionMethods.ts'
import type { AppKitConnections } from './connections/toConnections.ts'
import type { KitScope } from './kit/KitContext.ts'
import { language, setLanguage } from './language/language.ts'
import type { LazyMethods } from './methods/createLazyMethods.ts'
import { importModal } from './modal/loadModal.ts'
import { selectNetworkState } from './networkState.ts'
import type { OpenOptions } from './OpenOptions.ts'
import { getConnectorImage } from './parts/getConnectorImage.ts'
import { type RemoteFeatures, toRemoteFeatures } from './remoteFeatures.ts'
import type { ThemeMode, ThemeState, ThemeVariables } from './theme.ts'

export type { AppKit } from './AppKitClass.ts'

const getAddress = (state: State, namespace?: NamespaceId): string | undefined =>
  getConnected(state, namespace)?.address
const selectRemoteFeatures = ({ settings }: State): RemoteFeatures => toRemoteFeatures(settings.features)

/** A connector with AppKit's `info`, which holds what the wallet announced. */
export interface AppKitConnector extends ConnectorDetails {
  info: Pick<ConnectorDetails, 'name' | 'icon' | 'rdns'>
}

/** The methods whose code is loaded when one of them is called. */
const lazyMethodNames = [
  'addAdapter',
  'removeAdapter',
  'setEIP6963Enabled',
  'replace',
  'redirect',
  'getUniversalProvider',
  'getReownName',
  'updateNativeBalance',
  'fetchIdentity',
  'syncIdentity',
  'updateRemoteFeatures',
  'popTransactionStack',
  'handleUnsafeRPCRequest',
  'setPreferredAccountType',
] as const satisfies readonly (keyof LazyMethods)[]

/** Methods with the same parameters that return a promise. */
type Asynchronous<T> = {
  [name in keyof T]: T[name] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Promise<Awaited<R>>
    : never
}

/** Creates the instance for a kit, its modal router and its theme. */
export function createInstance(scope: KitScope) {
  const { kit, router, theme } = scope
  const { store } = kit
  const state = () => store.getState()
  let event: AppKitEvent | undefined
  // Listeners are called in the order of subscription, so `event` is set before the application's listeners run.
  kit.events.on((next) => {
    if (next.type === 'track') event = { timestamp: Date.now(), data: next.track, reportedErrors: {} }
  })

  /** Calls back when the selected value changes. Values are plain data, so they are compared as JSON. */
  function subscribe<T>(
    select: () => T,
    callback: (value: T) => void,
    subscribeMore?: typeof router.store.subscribe,
  ) {
    let last = JSON.stringify(select())
    const check = () => {
      const value = select()
      const json = JSON.stringify(value)
      if (json === last) return
      last = json
      callback(value)
    }
    const stops = [store.subscribe(check), subscribeMore?.(check)]
    return () => {
      for (const stop of stops) stop?.()
    }
  }

  type Select<T> = (state: State, namespace?: NamespaceId) => T
  /** Creates the getter of what a function selects from the state. */
  const read =
    <T>(select: Select<T>) =>
    (namespace?: NamespaceId): T =>
      select(state(), namespace)
  /** Creates the `subscribe…` method of what a function selects from the state. */
  const watch =
    <T>(select: Select<T>) =>
    (callback: (value: T) => void, namespace?: NamespaceId) =>
      subscribe(() => select(state(), namespace), callback)

  const set = (settings: Partial<Omit<Settings, 'features'>>, features?: Partial<Features>) =>
    updateSettings(kit, { ...settings, features })
  const importConnections = () => import('./connections/connectionMethods.ts')
  const getPublicState = (): PublicState => toPublicState(state(), router.store.getState())

  const lazyMethods = Object.fromEntries(
    lazyMethodNames.map((name) => [
      name,
      async (...parameters: never[]): Promise<unknown> => {
        const methods: LazyMethods = await (await importModal()).loadMethods(scope)
        return (methods[name] as (...parameters: never[]) => unknown)(...parameters)
      },
    ]),
  ) as unknown as Asynchronous<LazyMethods>
  const getProvider = <T>(namespace: NamespaceId): T | undefined =>
    getConnected(state(), namespace) && (getConnector(kit, namespace)?.getProvider() as T | undefined)
  const getProviderType = (namespace?: NamespaceId) => getConnectorDetails(state(), namespace)?.type

  return {
    ...lazyMethods,
    /** Internal: the kit, router and theme behind the instance, for Portico's own components. */
    scope,

    // Lifecycle
    /** Resolves once the stored state has been read. */
    ready: async (): Promise<void> => {},
    /**
     * Opens the modal on the given view. Default: the account if connected, Connect if not.
     *
     * @returns for the view WalletSend with `arguments`, the hash once the wallet has sent; otherwise undefined
     * @throws PairingUriError for a malformed `uri` · ViewArgumentsError for wrong `arguments` · SendCancelledError if the visitor
     * closes WalletSend without sending · SendUnknownError if the wallet did not say whether it has sent
     */
    async open(options: OpenOptions = {}): Promise<{ hash: string } | undefined> {
      const modal = await importModal().catch((error: unknown) =>
        kit.logger.error('Failed to load the modal.', error),
      )
      return modal?.openRequested(scope, options)
    },
    /** Closes the modal, unless the visitor may not close it either: see `canClose`. */
    async close(): Promise<void> {
      if (router.store.getState().open) (await importModal()).requestClose(scope)
    },
    /** Whether no request of the embedded wallet waits for the visitor. */
    isTransactionStackEmpty: (): boolean => !state().embedded?.requests.length,
    /** Whether the modal is open. */
    isOpen: (): boolean => router.store.getState().open,
    /** Shows that the application is busy, whatever the `namespace`: the modal has one progress bar. */
    setLoading: (loading: boolean, _namespace?: NamespaceId): void => router.setLoading(loading),

    // Read
    /** Returns whether the modal is open or loading, and which network is selected. */
    getState: getPublicState,
    /** Returns the features as AppKit names them: options, and what the operator has set. */
    getRemoteFeatures: (): RemoteFeatures => selectRemoteFeatures(state()),
    /** Always empty: errors are thrown where they happen. */
    getError: (): string => '',
    /** Returns the ID of the active network: a number for `eip155`. */
    getChainId: (): number | string | undefined => getNetwork(state())?.id,
    /** Returns the active network of a namespace, or the network with this ID. */
    getCaipNetwork: (namespace?: NamespaceId, id?: string | number): Network | undefined =>
      id === undefined ? getNetwork(state(), namespace) : findNetwork(state(), id),
    /** Returns the CAIP-2 ID of the active network. */
    getCaipNetworkId: (): CaipNetworkId | undefined => getNetworkId(state()),
    /** Returns the networks of a namespace; without an argument, of all. */
    getCaipNetworks: (namespace?: NamespaceId): Network[] =>
      state().networks.filter((network) => !namespace || network.chainNamespace === namespace),
    /** Returns the active namespace. */
    getActiveChainNamespace: (): NamespaceId => state().activeNamespace,
    /** The networks that a wallet approved over WalletConnect; undefined for other wallets. */
    getApprovedCaipNetworkIds: (namespace?: NamespaceId) =>
      getConnectorDetails(state(), namespace)?.approvedNetworkIds,
    /** The networks that the connected wallets have not approved over WalletConnect. */
    getDisabledCaipNetworks: (): Network[] =>
      state().networks.filter((network) => !isApproved(state(), network)),
    /** Returns the address of a namespace. */
    getAddress: read(getAddress),
    /** The same as `getAddress`. */
    getAddressByChainNamespace: read(getAddress),
    /** Returns the CAIP-10 ID of the account of a namespace. */
    getCaipAddress: read(getCaipAddress),
    /** Returns the account of a namespace, as `useAppKitAccount` does. */
    getAccount: read(toAccount),
    /** Returns whether the active namespace is connected. */
    getIsConnectedState: (): boolean => getConnected(state()) !== undefined,
    /** Returns name, icon and type of the connected wallet of a namespace. */
    getWalletInfo: read(toWalletInfo),
    /** Returns the provider of the connected wallet of a namespace: EIP-1193 for `eip155`. */
    getProvider,
    /** Returns how the wallet of a namespace is connected. */
    getProviderType,
    /** Returns the provider of the active namespace. */
    getWalletProvider: (): unknown => getProvider(state().activeNamespace),
    /** Returns how the wallet of the active namespace is connected. */
    getWalletProviderType: () => getProviderType(),
    /**
     * The type that the visitor prefers for the account of the embedded wallet, which is an EOA on networks without smart accounts;
     * the type of another connected account; the one of `defaultAccountTypes`, or its default, if none is connected.
     */
    getPreferredAccountType: (namespace: NamespaceId): string =>
      (getProviderType(namespace) === 'AUTH' && state().embedded?.preferredAccountTypes?.[namespace]) ||
      (getConnected(state(), namespace)?.accounts[0]?.type ??
        kit.options.defaultAccountTypes?.[namespace] ??
        (namespace === 'eip155' ? 'smartAccount' : namespace === 'bip122' ? 'payment' : 'eoa')),
    /** Returns the image of a wallet: the application's, or the one that it announced. */
    getConnectorImage: (connector: Pick<ConnectorDetails, 'id' | 'rdns' | 'icon'>): string | undefined =>
      getConnectorImage(state(), connector),
    /** The connected wallets of a namespace, the active one first. Empty without `features.multiWallet`. */
    getConnections: (namespace?: NamespaceId): AppKitConnections['connections'] =>
      scope.listConnections?.(namespace).connections ?? [],
    /** The wallets of a namespace that were disconnected and can be connected again. */
    getRecentConnections: (namespace?: NamespaceId): AppKitConnections['recentConnections'] =>
      scope.listConnections?.(namespace).recentConnections ?? [],
    /** The connectors of all namespaces. */
    getConnectors: (): AppKitConnector[] => state().connectors.map((info) => ({ ...info, info })),
    /** The sign-in configuration, if any. `T` is its type. */
    getSIWX: <T extends SIWXConfig = SIWXConfig>(): T | undefined => kit.siwx as T | undefined,
    /** Returns the theme mode that was set; undefined if the system decides. */
    getThemeMode: (): ThemeMode | undefined => theme.getState().themeMode,
    /** Returns the theme variables that were set. */
    getThemeVariables: (): ThemeVariables => theme.getState().themeVariables,
    /** The language that is shown, as a BCP 47 tag: `en` while the texts of another one are loading. */
    getLanguage: (): LanguageTag => language.getState().tag,
    /** The order of the sections of Connect: `connectMethodsOrder`, or by default the one for the installed wallets. */
    getConnectMethodsOrder: () => connectMethods(state()),
    /** The latest event. */
    getEvent: (): AppKitEvent | undefined => event,

    // Act
    /** Disconnects one namespace; without an argument, all of them. */
    disconnect: async (namespace?: NamespaceId): Promise<void> =>
      (await importConnections()).disconnect(kit, { namespace }),
    /**
     * Makes another wallet of a namespace, or another account of a wallet, the active one.
     *
     * @throws what `switchConnection` of `@portico/core` throws
     */
    switchConnection: async (parameters: SwitchConnectionOptions): Promise<void> =>
      (await importConnections()).switchConnection(kit, parameters),
    /** Removes an account of a wallet; disconnects the wallet if it is connected. */
    deleteConnection: async (parameters: DeleteConnectionParameters): Promise<void> =>
      (await importConnections()).deleteConnection(kit, parameters),
    /**
     * Switches the network. An unknown network raises an alert.
     *
     * @throws with `throwOnFailure` only: NetworkNotFoundError, or the wallet's RpcError
     */
    async switchNetwork(
      network: NetworkInput,
      { throwOnFailure = false }: { throwOnFailure?: boolean } = {},
    ): Promise<void> {
      try {
        await (await importConnections()).switchOrConnect(scope, network)
      } catch (error) {
        if (throwOnFailure) throw error
        if (!(error instanceof NetworkNotFoundError)) kit.logger.error('Switching the network failed.', error)
      }
    },
    /** Adds a network to those that visitors can use. */
    addNetwork: (namespace: NamespaceId, network: NetworkInput): void =>
      addNetwork(kit, { namespace, network }),
    /** Removes a network. The last one of a namespace cannot be removed. */
    removeNetwork: (namespace: NamespaceId, id: string | number): void =>
      removeNetwork(kit, { namespace, id }),

    // Set
    /** Sets `light` or `dark`; with undefined, the system decides. */
    setThemeMode: (themeMode: ThemeMode | undefined): void => theme.setState({ themeMode }),
    /** Sets theme variables; those that are not named stay. */
    setThemeVariables: (themeVariables: ThemeVariables): void =>
      theme.setState({ themeVariables: { ...theme.getState().themeVariables, ...themeVariables } }),
    /**
     * Changes the language of the buttons and the modal, also while it is open, once its texts are loaded.
     *
     * @example
     * appKit.setLanguage('de')
     */
    setLanguage,
    /** Sets the address of the terms. */
    setTermsConditionsUrl: (termsConditionsUrl: string): void => set({ termsConditionsUrl }),
    /** Sets the address of the privacy policy. */
    setPrivacyPolicyUrl: (privacyPolicyUrl: string): void => set({ privacyPolicyUrl }),
    /** Sets the order of the sections of Connect. */
    setConnectMethodsOrder: (connectMethodsOrder: Features['connectMethodsOrder']): void =>
      set({}, { connectMethodsOrder }),
    /** Sets the order of the buttons of the account. */
    setWalletFeaturesOrder: (walletFeaturesOrder: readonly WalletFeature[]): void =>
      set({}, { walletFeaturesOrder }),
    /** Sets whether Connect shows a button instead of the list of wallets. */
    setCollapseWallets: (collapseWallets: boolean): void => set({}, { collapseWallets }),
    /** Sets the social logins and their order. */
    setSocialsOrder: (socials: readonly string[]): void => set({}, { socials }),
    /** Changes features; those that are not named stay. */
    updateFeatures: (features: Partial<Features>): void => set({}, features),
    /** Changes options that may change while the kit runs; those that are not named stay. */
    updateOptions: (options: Partial<Omit<Settings, 'features'> & Pick<KitOptions, 'features'>>): void =>
      updateSettings(kit, options),

    // Subscribe
    /** Calls back with what `getState` returns when it changes. */
    subscribeState: (callback: (state: PublicState) => void) =>
      subscribe(getPublicState, callback, router.store.subscribe),
    /** Calls back with the theme when it changes. */
    subscribeTheme: (callback: (theme: ThemeState) => void) => theme.subscribe(callback),
    /** Calls back with the tag when another language is shown. */
    subscribeLanguage: (callback: (tag: LanguageTag) => void) =>
      language.subscribe(({ tag }, before) => {
        if (tag !== before.tag) callback(tag)
      }),
    /** Calls back with each event. */
    subscribeEvents: (callback: (event: AppKitEvent) => void) =>
      kit.events.on(({ type }) => {
        if (type === 'track' && event) callback(event)
      }),
    /** Calls back with what `getRemoteFeatures` returns when it changes. */
    subscribeRemoteFeatures: watch(selectRemoteFeatures),
    /** Calls back with the account of a namespace when it changes. */
    subscribeAccount: watch(toAccount),
    /** Calls back with the network of a namespace when it changes. */
    subscribeNetwork: watch(selectNetworkState),
    /** Calls back with the connected wallet of a namespace when it changes. */
    subscribeWalletInfo: watch(toWalletInfo),
    /** Calls back with the connections of a namespace when they change. Needs `features.multiWallet`. */
    subscribeConnections: watch((_, namespace) => scope.listConnections?.(namespace) as AppKitConnections),
    /** Calls back with the address when it changes, for example because the visitor chose another account. */
    subscribeShouldUpdateToAddress: watch(getAddress),
    /** Calls back with the providers by namespace when a connection changes. */
    subscribeProviders: (callback: (providers: Partial<Record<NamespaceId, unknown>>) => void) =>
      subscribe(
        () => state().connections,
        () => callback(Object.fromEntries([...kit.namespaces.keys()].map((id) => [id, getProvider(id)]))),
      ),
    /** Calls back with the active network when it changes. */
    subscribeCaipNetworkChange: watch(getNetwork),

    // Messages
    /** Shows a message of an error in the open modal. */
    showErrorMessage: (text: string): void => router.showSnack({ kind: 'error', text }),
    /** Shows a message of a success in the open modal. */
    showSuccessMessage: (text: string): void => router.showSnack({ kind: 'success', text }),
  }
}
