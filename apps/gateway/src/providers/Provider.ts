import type { CaipNetworkId } from '@portico/protocol'

/** A source of facts about accounts or assets, whatever it is: a node, an indexer, a public service. */
export type Provider = {
  /** For logs and metrics; also in `Server-Timing`. */
  readonly id: string
  /** Whether it knows a chain. */
  serves(chain: CaipNetworkId): boolean
  /** What one question costs of its budget. */
  readonly cost: number
  /** Its budget, in units per second; null = as much as wanted. */
  readonly rate: number | null
}

/**
 * How complete an answer is: `list` knows the tokens of a list and what has been read so far, `indexed` everything the
 * chain's logs tell of the account.
 */
export type Coverage = 'list' | 'indexed'
