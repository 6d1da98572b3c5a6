import type { CaipNetworkId } from '@portico/protocol'

/** A source of data about accounts or assets: an upstream, an indexer or a public service. */
export type Provider = {
  /** A name for logs and metrics. */
  readonly id: string
  /** Whether the provider supports a network. */
  serves(chain: CaipNetworkId): boolean
  /** The cost of one request, in units of `rate`. */
  readonly cost: number
  /** The rate limit in units per second; null = unlimited. */
  readonly rate: number | null
}

/**
 * How complete a list of balances is: `list` covers the tokens of the token lists and those seen so far, `indexed`
 * every token the account ever received.
 */
export type Coverage = 'list' | 'indexed'
