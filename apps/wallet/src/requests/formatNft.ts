import { formatAmount, type TokenFacts } from './formatAmount.ts'

/** Formats an NFT by its number, with its collection if that is known: "NFT #5 (BAYC)", "3 copies of NFT #7 (GAME)". */
export function formatNft(id: unknown, { symbol }: TokenFacts, copies = 1n): string {
  const count = copies === 1n ? '' : `${formatAmount(copies, { decimals: 0 })} copies of `
  return `${count}NFT #${id}${symbol ? ` (${symbol.slice(0, 24)})` : ''}`
}
