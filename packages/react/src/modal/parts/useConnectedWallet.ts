import { getConnectorDetails } from '@portico/core'
import { useKitState } from '../../kit/KitContext.ts'
import { getConnectorImage } from '../../parts/getConnectorImage.ts'

type ConnectedWallet = {
  name: string
  image: string | undefined
  /** Connected over WalletConnect: the wallet is in another app, mostly on a phone. */
  isRemote: boolean
}

/** Returns the wallet that the active namespace is connected with. */
export function useConnectedWallet(): ConnectedWallet {
  const details = useKitState((state) => getConnectorDetails(state))
  const image = useKitState((state) => details && getConnectorImage(state, details))
  const { name = '', walletName, walletIcon } = details ?? {}
  // The image that the application sets for WalletConnect is not that of the wallet.
  const isRemote = details?.type === 'WALLET_CONNECT'
  return walletName === undefined
    ? { name, image, isRemote }
    : { name: walletName, image: walletIcon, isRemote }
}
