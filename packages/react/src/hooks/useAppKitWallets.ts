import type { NamespaceId } from '@portico/protocol'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { listWallets } from '../headless/headlessMethods.ts'
import { type HeadlessState, headlessStore, initialHeadlessState } from '../headless/headlessStore.ts'
import type { FetchWalletsOptions, WalletItem } from '../headless/WalletItem.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitWalletsReturnType extends HeadlessState {
  /** The installed, recent and custom wallets, in the order of Connect. */
  wallets: readonly WalletItem[]
  /** Whether the stored state and the installed wallets have been read. */
  isInitialized: boolean
  /** Fetches wallets of the gateway's list into `wcWallets`. */
  fetchWallets(options?: FetchWalletsOptions): Promise<void>
  /** Connects a wallet; one that is not installed with `wcUri`, which the application shows. */
  connect(wallet: WalletItem, namespace?: NamespaceId): Promise<void>
  /** Creates a pairing URI that any wallet can use, `wcUri`. */
  getWcUri(): Promise<void>
  /** Cancels the pairing. */
  resetWcUri(): void
  resetConnectingWallet(): void
}

/**
 * Lists and connects wallets for an application with its own interface, without opening the modal. Needs
 * `features.headless`; without it everything is empty and an alert is raised.
 *
 * @example
 * import { useAppKitWallets } from '@portico/react'
 *
 * const { wallets, connect, wcUri } = useAppKitWallets()
 * return wallets.map((wallet) => <button key={wallet.id} onClick={() => connect(wallet)}>{wallet.name}</button>)
 */
export function useAppKitWallets(): UseAppKitWalletsReturnType {
  const appKit = useAppKitInstance()
  const { kit } = appKit.scope
  const store = headlessStore(kit)
  const state = useSyncExternalStore(store.subscribe, store.getState, () => initialHeadlessState)
  const isEnabled = useDerived(appKit, ({ settings }) => settings.features.headless)
  const [lister, setLister] = useState<{ listWallets: typeof listWallets }>()
  useEffect(() => {
    if (!isEnabled) {
      kit.store.setState({ alert: { id: 'headless-not-enabled' } })
      return
    }
    import('../headless/headlessMethods.ts').then(setLister, (error: unknown) => {
      kit.logger.error('Failed to load the wallet list.', error)
    })
  }, [isEnabled, kit])
  const isReady = useDerived(
    appKit,
    ({ initialized, settings }) => initialized && settings.features.headless === true && lister !== undefined,
  )
  const wallets = useDerived(appKit, (all) => (isReady && lister ? lister.listWallets(kit, all) : []))
  const methods = useMemo(() => {
    const load = async () => {
      if (!kit.store.getState().settings.features.headless)
        throw new Error('Set features.headless in createAppKit.')
      return import('../headless/headlessMethods.ts')
    }
    const { scope } = appKit
    return {
      fetchWallets: async (options?: FetchWalletsOptions) => (await load()).fetchWallets(scope, options),
      connect: async (wallet: WalletItem, namespace?: NamespaceId) =>
        (await load()).connectWallet(scope, wallet, namespace),
      getWcUri: async () => (await load()).getWcUri(scope),
      resetWcUri: () =>
        void load().then(
          ({ resetWcUri }) => resetWcUri(scope),
          // Nothing to cancel.
          () => {},
        ),
      resetConnectingWallet: () => headlessStore(kit).setState({ connectingWallet: undefined }),
    }
  }, [appKit, kit])
  return { ...state, wallets, isInitialized: isReady, ...methods }
}
