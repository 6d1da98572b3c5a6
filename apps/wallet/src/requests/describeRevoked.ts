import type { Permission } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatAsset, formatCollection, nameOf } from './formatAsset.ts'
import type { Owner } from './Owner.ts'
import type { Assets } from './readAssets.ts'

/** How a permission is taken back: as a whole, in part, or before anybody has used the signature that gives it. */
export function wayToRevoke(permission: Permission): 'revoke' | 'lower' | 'cancel' {
  if (permission.type === 'revoke' && permission.unusedBelow !== undefined) return 'cancel'
  return permission.asset.kind === 'erc20' && permission.asset.amount > 0n ? 'lower' : 'revoke'
}

/** Returns what is taken back: "the permission to take your USDC". */
export function describeRevoked(permission: Permission, assets: Assets, owner: Owner = 'you'): string {
  const { asset } = permission
  switch (wayToRevoke(permission)) {
    case 'cancel':
      return effectText(`effect.cancelled.${owner}`, {
        name: nameRevoked(permission, assets, 'other'),
        number: unusedBelow(permission),
      })
    case 'lower':
      return effectText(`effect.lowered.${owner}`, {
        name: nameRevoked(permission, assets, owner),
        amount: formatAsset(asset, assets),
      })
    case 'revoke':
      return effectText(`effect.revoked.${asset.kind === 'erc20' ? owner : 'other'}`, {
        name: nameRevoked(permission, assets, owner),
      })
  }
}

/** Returns the number below which signed permissions are taken back. */
export function unusedBelow(permission: Permission): string {
  return permission.type === 'revoke' ? `${permission.unusedBelow}` : ''
}

/** Names what a permission is for: a token without its owner, NFTs with theirs. */
export function nameRevoked({ asset }: Permission, assets: Assets, owner: Owner): string {
  if (asset.kind === 'erc20') return nameOf(asset.token, assets)
  return asset.kind === 'collection'
    ? formatCollection(asset.token, assets, owner)
    : formatAsset(asset, assets)
}
