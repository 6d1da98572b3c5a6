import { getConnectorDetails } from '@portico/core'
import { useKitState } from '../../kit/KitContext.ts'

/** Returns the name and image of the wallet that the active namespace is connected with. */
export function useConnectedWallet(): { name: string; image: string | undefined } {
  const details = useKitState((state) => getConnectorDetails(state))
  const image = useKitState((state) => details && state.settings.connectorImages[details.id])
  const { name = '', icon, walletName, walletIcon } = details ?? {}
  // The image that the application sets for WalletConnect is not that of the wallet.
  return walletName === undefined ? { name, image: image ?? icon } : { name: walletName, image: walletIcon }
}
