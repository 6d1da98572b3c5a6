/** An instruction of a transaction, with addresses in base58. */
export interface Instruction {
  program: string
  accounts: readonly AccountUse[]
  data: Uint8Array
}

/** An account that an instruction uses. */
export interface AccountUse {
  address: string
  isSigner?: boolean | undefined
  isWritable?: boolean | undefined
}
