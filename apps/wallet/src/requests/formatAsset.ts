import type { Asset } from './Effect.ts'
import { formatAmount, isUnlimited } from './formatAmount.ts'
import { formatNft } from './formatNft.ts'
import type { Assets } from './readAssets.ts'

/** Formats an asset with its amount: "120 DUSD", "NFT #5 (BAYC)", "3 copies of NFT #7 (GAME)". */
export function formatAsset(asset: Asset, assets: Assets): string {
  if (asset.kind === 'coin') return formatAmount(asset.amount, coinFacts(assets))
  const symbol = nameOf(asset.token, assets)
  const token = { ...assets.tokens.get(asset.token.toLowerCase()), symbol }
  switch (asset.kind) {
    case 'erc20':
      return formatAmount(asset.amount, token)
    case 'nft':
      return formatNft(asset.id, { symbol }, asset.amount)
    case 'collection':
      return `all NFTs of ${collectionName(asset.token, assets)}`
    case 'unclear':
      return `${formatAmount(asset.number, token)}, or ${formatNft(asset.number, { symbol })}`
  }
}

/** The symbol of a token, or its shortened address. */
export function nameOf(token: string, { tokens }: Assets): string {
  return tokens.get(token.toLowerCase())?.symbol ?? shorten(token)
}

/** The symbol of a collection of NFTs, or that it has none that is known. */
export function collectionName(token: string, { tokens }: Assets): string {
  return tokens.get(token.toLowerCase())?.symbol ?? `a collection without a known name (${shorten(token)})`
}

/** Whether a permission for an asset has no limit. */
export function isEndless(asset: Asset): boolean {
  if (asset.kind === 'erc20') return isUnlimited(asset.amount)
  return asset.kind === 'unclear' && isUnlimited(asset.number)
}

export function coinFacts({ coin }: Assets): { symbol: string; decimals: number } {
  return { symbol: coin.symbol ?? 'coins', decimals: 18 }
}

/** Shortens an address to its first and last digits. */
export function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
