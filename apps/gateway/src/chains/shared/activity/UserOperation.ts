/** Where a user operation (ERC-4337) of an account was executed. Address and hashes in lower case. */
export type UserOperation = {
  blockNumber: number
  blockHash: string
  txIndex: number
  txHash: string
  logIndex: number
  /** The account. */
  sender: string
  /** Whether EntryPoint could call the account; what it has tried may have failed all the same. */
  isSuccessful: boolean
}
