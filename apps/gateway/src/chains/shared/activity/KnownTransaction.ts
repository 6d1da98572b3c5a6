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
  /**
   * The data, if the sender may make several calls with it: of a batch, or of user operations. Null for other transactions, and in
   * rows of older versions.
   */
  input: string | null
  /** The contract that the sender has made its code (EIP-7702): the zero address if it has removed it, empty for neither. */
  delegate: string | null
}

/** What became of a user operation (ERC-4337). Its logs are those after `after` and before `before`. */
export type OperationResult = {
  /** Lower case. */
  sender: string
  /** A decimal number. */
  nonce: string
  /** Whether all of its calls were made. */
  isSuccessful: boolean
  after: number
  before: number
}

/** A transaction with its receipt. */
export type KnownTransaction = BlockTransaction & {
  /** 1 = success, 0 = failed, null = receipt not read yet. */
  status: number | null
  /** The address of the created contract. */
  created: string | null
  /** Whether the sender had code that makes the calls of its batch; null if that is unknown. */
  hasCode: boolean | null
  /** The user operations that it executed. */
  operations: readonly OperationResult[]
}
