/** Current state of an account. */
export interface LedgerAccount {
  address: string
  owner: string
  lamports: bigint
  executable: boolean
  data: Uint8Array
}
