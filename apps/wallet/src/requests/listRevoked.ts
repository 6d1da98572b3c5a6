import { nameRevoked } from './describeRevoked.ts'
import type { Permission } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { joinNames } from './joinNames.ts'
import type { Owner } from './Owner.ts'
import type { Assets } from './readAssets.ts'

/**
 * Names what permissions of an owner are for that are taken back as a whole. Only tokens have the owner in the text around the names; with
 * anything else, `of` is `mixed`, and each name has its own.
 */
export function listRevoked(
  permissions: readonly Permission[],
  { assets, owner }: { assets: Assets; owner: Owner },
): { of: Owner | 'mixed'; names: string; count: number } {
  const name = (permission: Permission) => nameRevoked(permission, assets, owner)
  const isAlike = owner === 'other' || permissions.every(({ asset }) => asset.kind === 'erc20')
  const names = permissions.map((permission) =>
    isAlike || permission.asset.kind !== 'erc20'
      ? name(permission)
      : effectText(`effect.own.${owner}`, { name: name(permission) }),
  )
  return { of: isAlike ? owner : 'mixed', names: joinNames(names), count: names.length }
}
