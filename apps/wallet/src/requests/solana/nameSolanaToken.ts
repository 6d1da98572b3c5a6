import { shorten } from '../formatAsset.ts'
import { knownTokens } from './knownTokens.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Symbols that only well-known tokens have. */
const reserved: ReadonlySet<string> = new Set(['SOL', 'WSOL', 'USDC', 'USDT'])

/** The symbol of a token, or its shortened mint: what an unknown token calls itself must not look like a well-known one. */
export function nameSolanaToken(mint: string | undefined, facts: Pick<SolanaFacts, 'tokens'>): string {
  if (mint === undefined) return 'an unknown token'
  const symbol = facts.tokens.get(mint)?.symbol
  const known = Object.hasOwn(knownTokens, mint) ? knownTokens[mint] : undefined
  if (known) return known.symbol
  return symbol === undefined || imitates(mint, facts) ? `tokens of ${shorten(mint)}` : symbol
}

/** Returns the symbol of a well-known token that an unknown one uses, if it does. */
export function imitates(mint: string, { tokens }: Pick<SolanaFacts, 'tokens'>): string | undefined {
  if (Object.hasOwn(knownTokens, mint)) return undefined
  const symbol = tokens.get(mint)?.symbol ?? ''
  const plain = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return reserved.has(plain) ? symbol : undefined
}
