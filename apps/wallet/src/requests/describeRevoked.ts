import type { Permission } from './Effect.ts'
import { formatAsset, nameOf } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'

type Revoked = {
  verb: 'revoke' | 'lower' | 'cancel'
  what: string
  /** What the permission is for, if all of it is taken back. */
  name?: string
}

/** Says what is taken back: "revoke" and "the permission to take USDC". */
export function describeRevoked(permission: Permission, assets: Assets): Revoked {
  const { asset } = permission
  const name = asset.kind === 'erc20' ? nameOf(asset.token, assets) : formatAsset(asset, assets)
  const what = `the permission to take ${name}`
  if ('isUnused' in permission && permission.isUnused)
    return { verb: 'cancel', what: `signed permissions to take ${name} that nobody has used yet` }
  if (asset.kind === 'erc20' && asset.amount > 0n)
    return { verb: 'lower', what: `${what} by ${formatAsset(asset, assets)}` }
  return { verb: 'revoke', what, name }
}
