import { commonText } from './commonCopy.ts'
import type { Asset } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { formatNft } from './formatNft.ts'
import type { Owner } from './Owner.ts'
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
      return formatCollection(asset.token, assets)
    case 'unclear':
      return effectText('effect.amountOrNft', {
        amount: formatAmount(asset.number, token),
        nft: formatNft(asset.number, { symbol }),
      })
  }
}

/** Formats all NFTs of a collection that an owner has, with `hasFuture` also later ones. */
export function formatCollection(
  token: string,
  { tokens }: Assets,
  owner: Owner = 'other',
  hasFuture = false,
): string {
  const name = tokens.get(token.toLowerCase())?.symbol
  const future = hasFuture ? 'AndFuture' : ''
  return name === undefined
    ? effectText(`effect.allNftsUnnamed${future}.${owner}`, { address: shorten(token) })
    : effectText(`effect.allNfts${future}.${owner}`, { name })
}

/** The symbol of a token, or its shortened address. */
export function nameOf(token: string, { tokens }: Assets): string {
  return tokens.get(token.toLowerCase())?.symbol ?? shorten(token)
}

/** Whether a permission for an asset has no limit. */
export function isEndless(asset: Asset): boolean {
  if (asset.kind === 'erc20') return isUnlimited(asset.amount)
  return asset.kind === 'unclear' && isUnlimited(asset.number)
}

/** What is known about the coin of the network. */
export function coinFacts({ coin }: Assets): TokenFacts {
  return { symbol: coin.symbol, decimals: 18, isCoin: true }
}

/** The symbol of the coin of the network, or that it is one. */
export function coinName({ coin }: Assets): string {
  return coin.symbol ?? commonText('common.coinName')
}

/** Shortens an address to its first and last digits. */
export function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
