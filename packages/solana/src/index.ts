export type { Commitment } from './Commitment.ts'
export type { SolanaProvider, SolanaPublicKey, SolanaTransaction } from './provider/SolanaProvider.ts'
export { SolanaAdapter } from './SolanaAdapter.ts'
export { type SolanaOptions, solana } from './solana.ts'
