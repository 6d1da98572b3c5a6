import type { NamespaceId } from '@portico/protocol'
import type { PublicView } from './views.ts'

/**
 * Parameters of `open`. With a `namespace`, the modal shows its account and makes it the active namespace, or, if it is
 * not connected, lists the wallets that can connect it.
 */
export interface OpenOptions {
  /** The view to show. Default: the account if connected, Connect if not. */
  view?: PublicView | (string & {}) | undefined
  /** The namespace whose account or wallets are shown. Default: the active one. */
  namespace?: NamespaceId | undefined
  /** A pairing URI of the application's own WalletConnect client, shown as a QR code and in links to wallets. */
  uri?: string | undefined
  /** What a view is opened with, see {@link SendArguments} and {@link SwapArguments}; other views take none. */
  arguments?: SendArguments | SwapArguments | object | undefined
}

/**
 * `arguments` of the view WalletSend. `amount` is in whole tokens, as text or a number. Without `assetAddress` the coin is sent, without `chainId`
 * on the active network. The visitor can change everything.
 */
export interface SendArguments {
  amount?: string | number | undefined
  assetAddress?: string | undefined
  namespace?: NamespaceId | undefined
  chainId?: string | number | undefined
  to?: string | undefined
}

/**
 * `arguments` of the view Swap. `fromToken` and `toToken` are symbols of listed tokens, those that the account holds first, or
 * addresses; `amount` is in whole tokens of `fromToken`, as text or a number. The visitor can change everything.
 */
export interface SwapArguments {
  amount?: string | number | undefined
  fromToken?: string | undefined
  toToken?: string | undefined
}
