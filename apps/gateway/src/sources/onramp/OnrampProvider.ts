import type { CaipNetworkId } from '@portico/protocol'
import type { OnrampStatus } from '@portico/protocol/gateway'
import type { Provider } from '../../chains/shared/providers/Provider.ts'

/** An asset that a provider sells. */
export type OnrampAsset = {
  chain: CaipNetworkId
  /** Address of the token in the canonical form of its namespace; undefined = the network's coin. */
  token: string | undefined
  symbol: string
  name: string
  /** The provider's own code of the asset on this network. */
  code: string
  networkName: string
}

/** A currency that a provider is paid in. Limits are decimal texts, by payment method. */
export type OnrampFiat = {
  code: string
  limits: readonly { method: string; min: string; max: string }[]
}

/** What a provider sells in a country, and for which currencies. */
export type OnrampOptions = { assets: readonly OnrampAsset[]; fiats: readonly OnrampFiat[] }

/** Where a visitor is: ISO 3166-1 and -2 codes in upper case, as far as known. */
export type OnrampPlace = { country: string | undefined; subdivision: string | undefined }

/** What a visitor wants to buy. `amount` is a decimal text in the currency, fees included. */
export type OnrampPurchase = OnrampPlace & {
  asset: OnrampAsset
  fiat: string
  amount: string
  method: string | undefined
}

/** An offer. Amounts are decimal texts; fees are in the currency, and null if the provider does not name them. */
export type OnrampOffer = {
  /** The company behind the offer, if the provider passes purchases on to others. */
  via?: { id: string; name: string } | undefined
  /** Of the asset. */
  receives: string
  networkFee: string | null
  transactionFee: string | null
  totalFee: string
  method: string | null
}

/** A purchase for which a page of the provider is to be opened. */
export type OnrampSessionQuery = OnrampPurchase & {
  /** ID of the gateway's session, which the provider must name in its webhooks. */
  id: string
  /** Address that receives the asset, as wallets write it. */
  wallet: string
  /** `via` of the chosen offer. */
  via: string | undefined
  /** Where the provider leads the visitor back to. */
  redirectUrl: string | undefined
  /** Address of the visitor's browser. */
  ip: string
  /** Origin of the application's page. */
  origin: string
  /** Parts of the form that the visitor cannot change on the provider's page, as far as it can lock them. */
  locked: readonly string[]
  deadline: number
}

/** What an authentic webhook says about a purchase. Nothing in it is proof that money has arrived. */
export type OnrampEvent = {
  /** Unique among the events of the provider. */
  id: string
  /** ID of the gateway's session. */
  session: string
  status: Exclude<OnrampStatus, 'opened' | 'arrived'>
  /** Of the payment on the network. */
  hash: string | undefined
  /** Address that the provider says it pays. */
  wallet: string | undefined
}

/** A webhook as it was received. `header` returns a header by its name in lower case. */
export type OnrampWebhook = { raw: string; header: (name: string) => string | undefined; now: number }

/** Sells assets for money. `serves` and `rate` are about the networks and the calls of its API. */
export type OnrampProvider = Provider & {
  /** To be shown. */
  readonly name: string
  /** Whether it quotes amounts. */
  readonly quotes: boolean
  /** Whether it reports the state of purchases. The gateway watches the chain for those of the others on its own. */
  readonly reports: boolean
  /** Hosts of the pages it may send visitors to. */
  readonly hosts: readonly string[]
  /**
   * Returns what it sells in a place.
   *
   * @throws {Error} if the provider fails or its answer is not what its documentation says.
   */
  options(query: OnrampPlace & { deadline: number }): Promise<OnrampOptions>
  /** Returns its offers, best first; empty if it does not sell this. Throws as `options`. */
  quote(query: OnrampPurchase & { deadline: number }): Promise<OnrampOffer[]>
  /** Returns the URL of its page for a purchase. Not trusted: the caller checks it. Throws as `options`. */
  session(query: OnrampSessionQuery): Promise<string>
  /**
   * Returns what a webhook says; `ignored` if it is authentic and about nothing that concerns a purchase here; undefined unless
   * its signature is the provider's, over exactly this body, and not older than five minutes.
   */
  readWebhook(webhook: OnrampWebhook): Promise<OnrampEvent | 'ignored' | undefined>
}
