export type { SolanaProvider, SolanaPublicKey, SolanaTransaction } from './provider/SolanaProvider.ts'
export { SolanaAdapter } from './SolanaAdapter.ts'
export { type Commitment, type SolanaOptions, solana } from './solana.ts'
