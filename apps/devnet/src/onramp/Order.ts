import type { OnrampAsset } from './localOnramp.ts'

/** What a buyer can do on the page, and a test through the API. */
export type OrderAction = 'pay' | 'decline' | 'hang' | 'expire'

/** A purchase at the local provider. */
export interface Order {
  id: string
  /** ID at the gateway. */
  reference: string
  wallet: string
  asset: OnrampAsset
  currency: string
  /** Decimal texts. */
  amount: string
  receives: string
  redirectUrl: string | null
  /** `hanging`: the provider does nothing any more, and tells nobody. */
  status: 'open' | 'hanging' | 'working' | 'paid' | 'failed' | 'expired'
  hash: string | null
}
