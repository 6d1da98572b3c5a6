import type { NamespaceId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { openSocialWindowOf } from './openSocialWindowOf.ts'
import { type ConnectedWallet, toConnectedWallet } from './toConnectedWallet.ts'
import { type RequestCallbacks, type RequestState, useRequest } from './useRequest.ts'
import type { WalletName } from './WalletName.ts'

export interface UseAppKitWalletParameters extends RequestCallbacks<ConnectedWallet> {
  /** Default: the active namespace, or another one if the wallet does not support it. */
  namespace?: NamespaceId | undefined
}

export interface UseAppKitWalletReturnType extends RequestState<ConnectedWallet> {
  /** Whether the stored state and the installed wallets have been read. */
  isReady: boolean
  /**
   * Connects a wallet by its name; a newer call supersedes an older one. An installed wallet is asked directly; e-mail,
   * social logins, WalletConnect and wallets that are not installed open the modal, and so does `features.legalCheckbox`.
   * Call it in the click: browsers block the window of a social login that is opened later.
   *
   * @throws ConnectMethodUnavailableError for a method that the options or the operator do not offer ·
   * WalletNotFoundError · ModalClosedError · RpcError with the wallet's code (4001: the user rejected the request)
   */
  connect(wallet: WalletName): Promise<void>
}

/**
 * Returns a function that connects one wallet, for a button of your own, and the state of the latest attempt.
 *
 * @example
 * import { useAppKitWallet } from '@portico/react/wallet-button'
 *
 * const { connect, isPending } = useAppKitWallet({ onSuccess: ({ address }) => console.log(address) })
 * return <button disabled={isPending} onClick={() => connect('metamask').catch(() => {})}>MetaMask</button>
 */
export function useAppKitWallet({
  namespace,
  onSuccess,
  onError,
}: UseAppKitWalletParameters = {}): UseAppKitWalletReturnType {
  const appKit = useAppKitInstance()
  const isReady = useDerived(appKit, ({ initialized }) => initialized)
  const { state, run } = useRequest<ConnectedWallet>({ onSuccess, onError })
  const connect = useCallback(
    (wallet: WalletName) =>
      run(async () => {
        openSocialWindowOf(appKit.scope.kit, { wallet, namespace })
        const { connectByName } = await import('./connectByName.ts')
        return toConnectedWallet(await connectByName(appKit.scope, { wallet, namespace }))
      }),
    [appKit, namespace, run],
  )
  return { ...state, isReady, connect }
}
