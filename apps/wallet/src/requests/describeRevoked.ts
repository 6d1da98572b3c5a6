import type { Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, nameOf } from './formatAsset.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import type { Assets } from './readAssets.ts'

type Revoked = {
  verb: 'revoke' | 'lower' | 'cancel'
  what: string
  /** What the permission is for, if all of it is taken back. */
  name?: string
}

/** Returns what is taken back: "revoke" and "the permission to take your USDC". */
export function describeRevoked(permission: Permission, assets: Assets, owner: Owner = 'you'): Revoked {
  const { asset } = permission
  const name = nameRevoked(permission, assets, owner)
  if (permission.type === 'revoke' && permission.unusedBelow !== undefined)
    return {
      verb: 'cancel',
      what: `${ownerWords[owner].possessive}signed, unused permissions to take ${nameRevoked(permission, assets, 'other')} with a number below ${permission.unusedBelow}`,
    }
  const what = `the permission to take ${name}`
  if (asset.kind === 'erc20' && asset.amount > 0n)
    return { verb: 'lower', what: `${what} by ${formatAsset(asset, assets)}` }
  return { verb: 'revoke', what, name }
}

function nameRevoked({ asset }: Permission, assets: Assets, owner: Owner): string {
  if (asset.kind === 'erc20') return `${ownerWords[owner].possessive}${nameOf(asset.token, assets)}`
  return asset.kind === 'collection' ? formatAllowed(asset, assets, owner) : formatAsset(asset, assets)
}
