export { SolanaAdapter, type SolanaOptions, type SolanaProvider } from '@portico/solana'
