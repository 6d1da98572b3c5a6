import type { Asset } from './Effect.ts'
import { collectionName, formatAsset, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import type { Assets } from './readAssets.ts'

/** Formats an asset that somebody is allowed to take later: "up to 25 USDC", "all your USDC", "all your NFTs of BAYC". */
export function formatAllowed(asset: Asset, assets: Assets, owner: Owner = 'you'): string {
  if (asset.kind === 'nft') return formatAsset(asset, assets)
  if (asset.kind === 'coin') return `up to ${formatAsset(asset, assets)}`
  const symbol = nameOf(asset.token, assets)
  const own = ownerWords[owner].possessive
  if (asset.kind === 'collection') return `all ${own}NFTs of ${collectionName(asset.token, assets)}`
  const all = `all ${own}${symbol}`
  if (asset.kind === 'erc20') return isEndless(asset) ? all : `up to ${formatAsset(asset, assets)}`
  // For a token, 0 takes a permission back; for a collection it is the id of an NFT.
  if (asset.number === 0n) return `${formatNft(0n, { symbol })}, or nothing any more`
  return isEndless(asset)
    ? `${all}, or ${formatNft(asset.number, { symbol })}`
    : `up to ${formatAsset(asset, assets)}`
}
