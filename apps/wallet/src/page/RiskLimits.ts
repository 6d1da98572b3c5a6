/** Above these limits a transaction is high risk. The operator of the wallet site sets them. */
export type RiskLimits = {
  /** US dollars that a transaction may move, allow others to spend and cost in fees. */
  usd: number
  /** Share of the account's balance of one asset, from 0 to 1. */
  share: number
}
