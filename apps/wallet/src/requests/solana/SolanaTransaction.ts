/** An instruction as it is in the bytes: indexes into the accounts of the transaction. */
export type CompiledInstruction = { program: number; accounts: number[]; data: Uint8Array }

/** Accounts that are listed in an address lookup table on the network, by their index in that table. */
export type TableLookup = { table: string; writable: number[]; readonly: number[] }

/** The signed part of a transaction, legacy or version 0. */
export type SolanaMessage = {
  version: 'legacy' | 0
  signerCount: number
  readonlySignerCount: number
  readonlyOtherCount: number
  /** The accounts in the bytes themselves. The signers come first, and the first of them pays the fee. */
  accounts: string[]
  /** A recent blockhash, or the value of a durable nonce. */
  blockhash: string
  instructions: CompiledInstruction[]
  lookups: TableLookup[]
}

/** A transaction, signed or not. */
export type SolanaTransaction = {
  wire: Uint8Array
  /** The bytes that are signed. */
  message: SolanaMessage & { bytes: Uint8Array }
  /** In the order of the signers; 64 zero bytes stand for a missing signature. */
  signatures: Uint8Array[]
}
