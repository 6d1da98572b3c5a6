import type { Asset } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatAmount } from './formatAmount.ts'
import { formatAsset, formatCollection, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import type { Owner } from './Owner.ts'
import type { Assets } from './readAssets.ts'

/**
 * Formats an asset that somebody is allowed to take later: "up to 25 USDC", "all your USDC", "all your NFTs of BAYC".
 *
 * @param isMore it is allowed on top of what is allowed now: "up to 25 more"
 */
export function formatAllowed(asset: Asset, assets: Assets, owner: Owner = 'you', isMore = false): string {
  if (asset.kind === 'nft') return formatAsset(asset, assets)
  if (asset.kind === 'collection') return formatCollection(asset.token, assets, owner)
  if (asset.kind === 'coin') return effectText('effect.upTo', { amount: formatAsset(asset, assets) })
  const name = nameOf(asset.token, assets)
  if (asset.kind === 'erc20')
    return isEndless(asset)
      ? effectText(`effect.all.${owner}`, { name })
      : effectText('effect.upTo', { amount: formatAsset(asset, assets) })
  const nft = formatNft(asset.number, { symbol: name })
  // For a token, 0 takes a permission back; for a collection it is the id of an NFT.
  if (asset.number === 0n) return effectText('effect.nftOrNothing', { nft })
  if (isEndless(asset)) return effectText(`effect.allOrNft.${owner}`, { name, nft })
  const token = { ...assets.tokens.get(asset.token.toLowerCase()), symbol: name }
  return effectText(isMore ? 'effect.upToMoreOrNft' : 'effect.upToOrNft', {
    amount: formatAmount(asset.number, token),
    nft,
  })
}
