import type { Asset } from './Effect.ts'
import { formatAmount, isUnlimited } from './formatAmount.ts'
import type { Assets } from './readAssets.ts'

/** Formats an asset with its amount: "120 DUSD", "BAYC #5", "3 × GAME #7". */
export function formatAsset(asset: Asset, assets: Assets): string {
  if (asset.kind === 'coin') return formatAmount(asset.amount, coinFacts(assets))
  const name = nameOf(asset.token, assets)
  switch (asset.kind) {
    case 'erc20':
      return formatAmount(asset.amount, { ...assets.tokens.get(asset.token.toLowerCase()), symbol: name })
    case 'nft':
      return `${asset.amount === 1n ? '' : `${formatAmount(asset.amount, { decimals: 0 })} × `}${name} #${asset.id}`
    case 'collection':
      return `every NFT of ${name}`
    case 'unclear':
      return `${formatAmount(asset.number, { symbol: name })}, or NFT #${asset.number}`
  }
}

/** Formats an asset that somebody is allowed to take: without a limit it is everything. */
export function formatAllowed(asset: Asset, assets: Assets): string {
  if (asset.kind === 'collection') return `Everything, all NFTs of ${nameOf(asset.token, assets)}`
  return asset.kind === 'erc20' && isUnlimited(asset.amount)
    ? `Everything, all ${nameOf(asset.token, assets)}`
    : formatAsset(asset, assets)
}

/** The symbol of a token, or its shortened address. */
export function nameOf(token: string, { tokens }: Assets): string {
  return tokens.get(token.toLowerCase())?.symbol ?? shorten(token)
}

export function coinFacts({ coin }: Assets): { symbol: string; decimals: number } {
  return { symbol: coin.symbol ?? 'coins', decimals: 18 }
}

/** Shortens an address to its first and last digits. */
export function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
