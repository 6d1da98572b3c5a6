import { commonText } from './commonCopy.ts'
import { formatAmount, type TokenFacts } from './formatAmount.ts'

/** Formats an NFT by its number, with its collection if that is known: "NFT #5 (BAYC)", "3 copies of NFT #7 (GAME)". */
export function formatNft(id: unknown, { symbol }: TokenFacts, copies = 1n): string {
  const of = symbol ? 'Of' : ''
  const values = { id: `${id}`, symbol: symbol?.slice(0, 24) ?? '' }
  if (copies === 1n) return commonText(`common.nft${of}`, values)
  return commonText(`common.nftCopies${of}`, {
    ...values,
    copies: formatAmount(copies, { decimals: 0 }),
    count: Number(copies),
  })
}
