/** An account as a node reports it. */
export type SolanaAccountState = { lamports: bigint; program: string; data: Uint8Array }
