import { shorten } from '../formatAsset.ts'
import { solanaText } from './copy.ts'
import { knownTokens } from './knownTokens.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Symbols that only well-known tokens have. */
const reserved: ReadonlySet<string> = new Set([
  'SOL',
  ...Object.values(knownTokens).map(({ symbol }) => symbol.toUpperCase()),
])
/** A symbol without letters of other scripts or spaces, which starts with a letter so that it does not extend the amount before it. */
const plainSymbol = /^\$?[a-z][a-z0-9.$-]{0,15}$/i

/** The symbol of a token, or its shortened mint: what an unknown token calls itself must not look like a well-known one. */
export function nameSolanaToken(mint: string | undefined, facts: Pick<SolanaFacts, 'tokens'>): string {
  if (mint === undefined) return solanaText('solana.names.unknown')
  return solanaSymbol(mint, facts) ?? solanaText('solana.names.ofMint', { mint: shorten(mint) })
}

/** Returns the symbol of a token; undefined if it has none, or one that looks like that of a well-known token. */
export function solanaSymbol(mint: string, { tokens }: Pick<SolanaFacts, 'tokens'>): string | undefined {
  if (Object.hasOwn(knownTokens, mint)) return knownTokens[mint]?.symbol
  const symbol = tokens.get(mint)?.symbol
  return symbol !== undefined && isDistinct(symbol) ? symbol : undefined
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

/** Whether a symbol cannot be taken for a well-known one, or for a kind of it. */
function isDistinct(symbol: string): boolean {
  const folded = symbol
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('5', 'S')
    .replaceAll(/[1I]/g, 'L')
    .replaceAll(/[^A-Z]/g, '')
  return plainSymbol.test(symbol) && ![...reserved].some((name) => folded.includes(name))
}
