import type { SimulatedChange } from '@portico/protocol/gateway'
import type { Asset } from './Effect.ts'

/** Whether a simulated change is of this asset. */
export function isOf({ kind, token, tokenId }: SimulatedChange, asset: Asset): boolean {
  if (asset.kind === 'coin') return kind === 'native'
  if (kind === 'native' || token?.toLowerCase() !== asset.token.toLowerCase()) return false
  switch (asset.kind) {
    case 'erc20':
      return kind === 'erc20'
    case 'nft':
      return kind !== 'erc20' && tokenId === `${asset.id}`
    default:
      return true
  }
}
