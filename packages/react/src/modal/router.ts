import type { ListedWallet } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import type { SocialProvider } from '@portico/protocol/social'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MoneyView } from './views/money/MoneyView.ts'

/** The views of the modal, each with the data it needs. */
export type View =
  /**
   * `namespace` limits Connect, and the views it leads to, to the wallets of that namespace. `only` shows one section:
   * the wallets that are collapsed into a button before, or the e-mail field.
   */
  | { name: 'connect'; namespace?: NamespaceId | undefined; only?: 'wallet' | 'email' | undefined }
  | { name: 'connecting-external'; connectorId: string; namespace?: NamespaceId | undefined }
  /** `connectorId` is the ID of one of the wallet's connectors. */
  | { name: 'connecting-multi-chain'; connectorId: string }
  | { name: 'all-wallets'; namespace?: NamespaceId | undefined }
  | { name: 'get-wallet'; wallet: ListedWallet }
  /** `isOpened`: the tap that led to this view has already opened the wallet's app. */
  | {
      name: 'connecting-wallet-connect'
      wallet?: ListedWallet | undefined
      isOpened?: boolean | undefined
      namespace?: NamespaceId | undefined
    }
  /** Any WalletConnect wallet: the QR code, and the list of all wallets. */
  | { name: 'connecting-wallet-connect-basic'; namespace?: NamespaceId | undefined }
  | { name: 'open-wallet'; wallet: string; link: string | undefined }
  | { name: 'what-is-a-wallet' }
  | { name: 'what-is-a-network' }
  | { name: 'sign-message' }
  /** `tab`: the tab that is selected at first. */
  | { name: 'account'; tab?: 'activity' | undefined }
  | { name: 'account-settings' }
  | { name: 'smart-account-settings' }
  | { name: 'networks' }
  | { name: 'switch-network'; networkId: string }
  | { name: 'switch-active-chain'; networkId: string }
  | { name: 'profile-wallets' }
  | { name: 'unsupported-chain' }
  | { name: 'receive' }
  | { name: 'compatible-networks' }
  | { name: 'email-device' }
  /** `isSecondStep`: the link for this device was just approved. */
  | { name: 'email-code'; isSecondStep?: boolean | undefined }
  /** All providers of social logins. */
  | { name: 'connect-socials'; namespace?: NamespaceId | undefined }
  /**
   * `title` is the provider's name. `isRedirect`: the tab itself goes to the provider. `result`: the `result_uri` with which it came
   * back.
   */
  | {
      name: 'connecting-social'
      provider: SocialProvider
      title: string
      namespace?: NamespaceId | undefined
      isRedirect?: boolean | undefined
      result?: string | undefined
    }
  | { name: 'connecting-farcaster'; title: string; namespace?: NamespaceId | undefined }
  | { name: 'approve-transaction' }
  | { name: 'update-email' }
  | { name: 'update-email-code'; step: 'primary' | 'secondary' }
  | { name: 'register-name' }
  | { name: 'register-name-success'; registered: string }
  | MoneyView

export type ViewName = View['name']

/** A short message over the card that disappears after some seconds. */
export interface Snack {
  kind: 'success' | 'error' | 'loading'
  /** The ID of a text in `copy.ts`, or a sentence from the application. */
  text: string
  id: number
}

/** State of the modal. Everything else is in the kit's state. */
export interface ModalState {
  open: boolean
  /** When it was opened last, as of `performance.now()`. */
  openedAt?: number | undefined
  /** The visible view is last, the views behind it come first. Never empty. */
  stack: readonly [View, ...View[]]
  /** Direction of the last navigation, for the animation. */
  direction: 'none' | 'forward' | 'back'
  snack: Snack | undefined
  /** Number of refused attempts to close; each one shakes the card. */
  refusals: number
  /** Whether the application shows a progress bar, see `setLoading`. */
  loading: boolean
}

export interface Router {
  readonly store: StoreApi<ModalState>
  open(view: View): void
  close(): void
  push(view: View): void
  replace(view: View): void
  reset(view: View): void
  /** Goes back one view; returns false on the first view. */
  back(): boolean
  refuseToClose(): void
  showSnack(snack: Omit<Snack, 'id'>): void
  hideSnack(): void
  setLoading(loading: boolean): void
}

const initialModalState: ModalState = {
  open: false,
  stack: [{ name: 'connect' }],
  direction: 'none',
  snack: undefined,
  refusals: 0,
  loading: false,
}

/** Returns the visible view. */
export function currentView(state: ModalState): View {
  return state.stack[state.stack.length - 1] ?? state.stack[0]
}

/** Creates the modal's store with its navigation functions. */
export function createRouter(): Router {
  const store = createStore<ModalState>(() => initialModalState)
  const set = (part: Partial<ModalState>) => store.setState(part)
  let snackId = 0
  return {
    store,
    open: (view) => set({ open: true, openedAt: performance.now(), stack: [view], direction: 'none' }),
    close: () => set({ open: false, snack: undefined }),
    push: (view) => {
      const [first, ...rest] = store.getState().stack
      set({ stack: [first, ...rest, view], direction: 'forward' })
    },
    replace: (view) => {
      const { stack } = store.getState()
      const [first = view, ...rest] = [...stack.slice(0, -1), view]
      set({ stack: [first, ...rest], direction: 'forward' })
    },
    reset: (view) => set({ stack: [view], direction: 'back' }),
    back: () => {
      const { stack } = store.getState()
      const [first, ...rest] = stack.slice(0, -1)
      if (!first) return false
      set({ stack: [first, ...rest], direction: 'back' })
      return true
    },
    refuseToClose: () => set({ refusals: store.getState().refusals + 1 }),
    showSnack: (snack) => set({ snack: { ...snack, id: ++snackId } }),
    hideSnack: () => set({ snack: undefined }),
    setLoading: (loading) => set({ loading }),
  }
}
