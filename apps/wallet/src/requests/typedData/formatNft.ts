import type { TokenFacts } from '../formatAmount.ts'

/** Formats an NFT by its number, with the symbol of its collection if that is known. */
export function formatNft(id: unknown, { symbol }: TokenFacts): string {
  return `NFT #${id}${symbol ? ` (${symbol.slice(0, 24)})` : ''}`
}
