import type { ListedWallet } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What the modal can show. Each view carries exactly what it needs. */
export type View =
  /** `namespace`: wallets of that family of chains alone, here and in the views that Connect leads to. */
  | { name: 'connect'; namespace?: NamespaceId | undefined }
  | { name: 'connecting-external'; connectorId: string; namespace?: NamespaceId | undefined }
  /** By the first of the wallet's connectors. */
  | { name: 'connecting-multi-chain'; connectorId: string }
  | { name: 'all-wallets'; namespace?: NamespaceId | undefined }
  | { name: 'get-wallet'; wallet: ListedWallet }
  /** `isOpened`: the tap that led here has opened the wallet's app. */
  | {
      name: 'connecting-wallet-connect'
      wallet?: ListedWallet | undefined
      isOpened?: boolean | undefined
      namespace?: NamespaceId | undefined
    }
  | { name: 'open-wallet'; wallet: string; link: string | undefined }
  | { name: 'what-is-a-wallet' }
  | { name: 'sign-message' }
  | { name: 'account' }
  | { name: 'account-settings' }
  | { name: 'networks' }
  | { name: 'switch-network'; networkId: string }
  | { name: 'switch-active-chain'; networkId: string }
  | { name: 'profile-wallets' }
  | { name: 'unsupported-chain' }
  | { name: 'receive' }
  | { name: 'email-device' }
  | { name: 'email-code' }
  | { name: 'approve-transaction' }
  | { name: 'update-email' }
  | { name: 'update-email-code'; step: 'primary' | 'secondary' }
  | { name: 'register-name' }
  | { name: 'register-name-success'; registered: string }

export type ViewName = View['name']

/** A short message over the card: it confirms or explains and goes away by itself. */
export interface Snack {
  kind: 'success' | 'error' | 'loading'
  /** A key of `copy`, or a sentence of the application's own. */
  text: string
  id: number
}

/** What the modal itself remembers; everything else is in the kit's state. */
export interface ModalState {
  open: boolean
  /** The views behind the one shown, which is last. Never empty. */
  stack: readonly [View, ...View[]]
  /** Where the last change came from, for the animation. */
  direction: 'none' | 'forward' | 'back'
  snack: Snack | undefined
  /** Counts refused attempts to close: each shakes the card once. */
  refusals: number
  /** A view outside the modal has asked it to wait, see `setLoading`. */
  loading: boolean
}

export interface Router {
  readonly store: StoreApi<ModalState>
  open(view: View): void
  close(): void
  push(view: View): void
  replace(view: View): void
  reset(view: View): void
  /** Back to the view before; false where there is none. */
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

/** The view on top. */
export function currentView(state: ModalState): View {
  return state.stack[state.stack.length - 1] ?? state.stack[0]
}

/** The modal's own store and its moves; knows nothing of wallets. */
export function createRouter(): Router {
  const store = createStore<ModalState>(() => initialModalState)
  const set = (part: Partial<ModalState>) => store.setState(part)
  let snackId = 0
  return {
    store,
    open: (view) => set({ open: true, stack: [view], direction: 'none' }),
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
