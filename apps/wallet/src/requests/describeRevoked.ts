import type { Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, nameOf } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'

type Revoked = {
  verb: 'revoke' | 'lower' | 'cancel'
  what: string
  /** What the permission is for, if all of it is taken back. */
  name?: string
}

/**
 * Says what is taken back: "revoke" and "the permission to take your USDC".
 *
 * @param isOwn whether it is the visitor's
 */
export function describeRevoked(permission: Permission, assets: Assets, { isOwn = true } = {}): Revoked {
  const { asset } = permission
  const name = nameRevoked(permission, assets, isOwn)
  if ('isUnused' in permission && permission.isUnused)
    return { verb: 'cancel', what: `signed permissions to take ${name} that have not been started yet` }
  const what = `the permission to take ${name}`
  if (asset.kind === 'erc20' && asset.amount > 0n)
    return { verb: 'lower', what: `${what} by ${formatAsset(asset, assets)}` }
  return { verb: 'revoke', what, name }
}

function nameRevoked({ asset }: Permission, assets: Assets, isOwn: boolean): string {
  if (asset.kind === 'erc20') return `${isOwn ? 'your ' : ''}${nameOf(asset.token, assets)}`
  return asset.kind === 'collection' ? formatAllowed(asset, assets, { isOwn }) : formatAsset(asset, assets)
}
