import type { LocalSolanaNetwork } from './localSolana.ts'

/** The second local Solana: a separate chain with the accounts and programs of the first, and no tokens. */
export const localSolanaTwo: LocalSolanaNetwork = {
  caip2: 'solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5',
  genesisHash: 'ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5SzrwP7LnhkrC',
  name: 'Local Solana Two',
  file: 'solana-two.jsonl',
  portVariable: 'SOLANA2_PORT',
  defaultPort: 8901,
}
