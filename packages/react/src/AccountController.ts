import { getCaipAddress, MissingAppKitError } from '@portico/core'
import { type AppKitAccount, toAccount, toWalletInfo, type WalletInfo } from './account.ts'
import { getDefaultAppKit } from './defaultKit.ts'

/** The account of the active namespace, with the names of AppKit's controller. */
export interface AccountControllerState {
  address: string | undefined
  caipAddress: AppKitAccount['caipAddress']
  status: AppKitAccount['status']
  allAccounts: AppKitAccount['allAccounts']
  /** Set only for the embedded wallet. */
  user: NonNullable<AppKitAccount['embeddedWalletInfo']>['user'] | undefined
  connectedWalletInfo: WalletInfo | undefined
}

/**
 * Reads the account of the active namespace outside of React, with AppKit's names. It has no setters: the state changes only
 * with the wallet.
 *
 * @throws MissingAppKitError before `createAppKit` was called
 * @example
 * import { AccountController } from '@portico/react'
 *
 * const { address } = AccountController.state
 * const unsubscribe = AccountController.subscribeKey('address', (next) => console.log(next))
 */
export const AccountController = {
  get state(): AccountControllerState {
    return read()
  },

  /** Calls back when the account changes. Returns the function that unsubscribes. */
  subscribe(callback: (state: AccountControllerState) => void): () => void {
    return watch(read, callback)
  },

  /** Calls back when one value changes. Returns the function that unsubscribes. */
  subscribeKey<K extends keyof AccountControllerState>(
    key: K,
    callback: (value: AccountControllerState[K]) => void,
  ): () => void {
    return watch(() => read()[key], callback)
  },
}

function getKit() {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit.scope.kit
}

function read(): AccountControllerState {
  const state = getKit().store.getState()
  const { address, status, allAccounts, embeddedWalletInfo } = toAccount(state)
  const connectedWalletInfo = toWalletInfo(state)
  const caipAddress = getCaipAddress(state)
  return { address, caipAddress, status, allAccounts, user: embeddedWalletInfo?.user, connectedWalletInfo }
}

/** The values are plain data, so they are compared as JSON. */
function watch<T>(select: () => T, callback: (value: T) => void): () => void {
  let last = JSON.stringify(select())
  return getKit().store.subscribe(() => {
    const value = select()
    const json = JSON.stringify(value)
    if (json === last) return
    last = json
    callback(value)
  })
}
