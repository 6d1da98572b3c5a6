import { activateNamespace, getConnected } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import type { OpenOptions } from '../OpenOptions.ts'
import { firstCodeView } from './firstCodeView.ts'
import { openModal } from './modalActions.ts'
import { importViews } from './views/getView.ts'
import { walletConnectView } from './walletConnectView.ts'

/**
 * Opens the modal as the application asked for, with AppKit's names of views. Loaded with the modal.
 *
 * @returns for `arguments` of WalletSend, the hash once the wallet has sent
 * @throws PairingUriError · for `arguments`, see `openWithArguments`
 */
export async function openRequested(
  scope: KitScope,
  options: OpenOptions,
): Promise<{ hash: string } | undefined> {
  const { view, namespace, uri } = options
  const { store } = scope.kit
  if (options.arguments)
    return (await (await importViews()).importArguments()).openWithArguments(scope, options)
  if (uri !== undefined) (await import('../walletConnect/pairing.ts')).givePairing(scope, uri)
  const state = store.getState()
  // A namespace without a wallet must not replace an active namespace that has one.
  if (namespace && (getConnected(state, namespace) || !getConnected(state)))
    activateNamespace(scope.kit, { namespace })
  const { kit } = scope
  const first = firstCodeView(kit)
  // Most buttons ask for no view.
  const isNamed = view !== undefined || (namespace !== undefined && !first)
  const named = isNamed ? (await import('../views.ts')).toView(kit, view, namespace) : undefined
  openModal(scope, named ?? (uri ? walletConnectView(kit) : first))
  return undefined
}
