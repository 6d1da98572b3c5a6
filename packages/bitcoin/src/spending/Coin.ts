/** An unspent output of an address. */
export interface Coin {
  /** The ID of the transaction that created it, in lower case. */
  txid: string
  vout: number
  /** In satoshi. */
  value: bigint
  isConfirmed: boolean
}
