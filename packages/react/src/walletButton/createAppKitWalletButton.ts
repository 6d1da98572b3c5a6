import { MissingAppKitError } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { getDefaultAppKit } from '../defaultKit.ts'
import { openSocialWindowOf } from './openSocialWindowOf.ts'
import { type ConnectedWallet, toConnectedWallet } from './toConnectedWallet.ts'
import type { UpdatedEmail } from './updateEmail.ts'
import type { WalletName } from './WalletName.ts'

/** What `createAppKitWalletButton` returns. */
export interface AppKitWalletButtonController {
  /** Returns whether the stored state and the installed wallets have been read. */
  isReady(): boolean
  /** Calls back when `isReady` changes. Returns the function that unsubscribes. */
  subscribeIsReady(callback: (state: { isReady: boolean }) => void): () => void
  /**
   * Connects a wallet by its name, like `connect` of `useAppKitWallet`. Call it in the click.
   *
   * @throws ConnectMethodUnavailableError · WalletNotFoundError · ModalClosedError · RpcError with the wallet's code
   */
  connect(wallet: WalletName, namespace?: NamespaceId): Promise<ConnectedWallet>
  /**
   * Lets the visitor change the e-mail address of the embedded wallet.
   *
   * @throws EmailLoginRequiredError · ModalClosedError
   */
  updateEmail(): Promise<UpdatedEmail>
}

/**
 * Creates what the wallet button does, for pages without React. Call `createAppKit` before.
 *
 * @throws MissingAppKitError from its functions, before `createAppKit` was called
 * @example
 * import { createAppKitWalletButton } from '@portico/react/wallet-button'
 *
 * const walletButton = createAppKitWalletButton()
 * button.onclick = () => walletButton.connect('metamask')
 */
export function createAppKitWalletButton(): AppKitWalletButtonController {
  return {
    isReady: () => getDefaultAppKit()?.scope.kit.store.getState().initialized ?? false,

    subscribeIsReady: (callback) =>
      getScope().kit.store.subscribe(({ initialized }, before) => {
        if (initialized !== before.initialized) callback({ isReady: initialized })
      }),

    async connect(wallet, namespace) {
      const scope = getScope()
      openSocialWindowOf(scope.kit, { wallet, namespace })
      const { connectByName } = await import('./connectByName.ts')
      return toConnectedWallet(await connectByName(scope, { wallet, namespace }))
    },

    async updateEmail() {
      const scope = getScope()
      return (await import('./updateEmail.ts')).updateEmail(scope)
    },
  }
}

function getScope() {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit.scope
}
