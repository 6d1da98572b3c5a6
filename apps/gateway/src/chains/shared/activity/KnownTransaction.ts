/** A transaction as it appears in a block. Addresses and hashes in lower case. */
export type BlockTransaction = {
  hash: string
  blockNumber: number
  blockHash: string
  txIndex: number
  /** Seconds since the epoch. */
  timestamp: number
  sender: string
  /** Null for contract creation. */
  recipient: string | null
  /** Wei. */
  value: string
  nonce: number
  /** First four bytes of the data, or `0x`. */
  selector: string
  /** The recipient that the data of a transfer of tokens names; empty if it names none. Null in rows of older versions. */
  payee: string | null
}

/**
 * A transaction with its receipt. `status`: 1 = success, 0 = failed, null = receipt not read yet. `created`: the
 * address of the created contract.
 */
export type KnownTransaction = BlockTransaction & { status: number | null; created: string | null }
