import type { Kit } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WalletItem } from './WalletItem.ts'

/** What an application with its own interface shows. */
export interface HeadlessState {
  /** The wallets fetched from the gateway's list. */
  wcWallets: readonly WalletItem[]
  isFetchingWallets: boolean
  /** The page fetched last, and the number of wallets on all pages. */
  page: number
  count: number
  connectingWallet: WalletItem | undefined
  /** The pairing URI, to show as a QR code. It is replaced before it expires. */
  wcUri: string | undefined
  isFetchingWcUri: boolean
  /** Whether the pairing failed. */
  wcError: boolean
  /** The random ID of this browser that the application's gateway sees, once a pairing was requested. */
  wcClientId: string | undefined
}

export const initialHeadlessState: HeadlessState = {
  wcWallets: [],
  isFetchingWallets: false,
  page: 0,
  count: 0,
  connectingWallet: undefined,
  wcUri: undefined,
  isFetchingWcUri: false,
  wcError: false,
  wcClientId: undefined,
}

const stores = new WeakMap<Kit, StoreApi<HeadlessState>>()

/** Returns the store of a kit, shared by all hooks. */
export function headlessStore(kit: Kit): StoreApi<HeadlessState> {
  const existing = stores.get(kit)
  if (existing) return existing
  const store = createStore<HeadlessState>(() => initialHeadlessState)
  stores.set(kit, store)
  return store
}
