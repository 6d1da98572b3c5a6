import type { SwapAsset } from '../NamespaceSwaps.ts'

/** A token as the list of tokens shows it. */
export interface SwapToken extends SwapAsset {
  name: string
  /** A path of the gateway, or a URL. */
  image?: string | undefined
}
