import type { BuyAsset } from './BuyForm.ts'

/** What is asked of the providers: an amount of money for an asset, to an address. */
export interface Purchase {
  country: string
  currency: string
  asset: BuyAsset
  /** Decimal text with a point, such as `50` or `49.99`. */
  amount: string
  address: string
}
