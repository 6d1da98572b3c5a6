export type { Commitment } from './Commitment.ts'
export type {
  SolanaProvider as Provider,
  SolanaProvider,
  SolanaPublicKey,
  SolanaTransaction,
} from './provider/SolanaProvider.ts'
export { SolanaAdapter } from './SolanaAdapter.ts'
export { type ConnectionSettings, type SolanaOptions, solana } from './solana.ts'
