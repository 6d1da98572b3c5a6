import type { Permission } from '../Effect.ts'
import { listRevoked } from '../listRevoked.ts'
import { type Caller, ownerOf } from '../ownerOf.ts'
import type { Assets } from '../readAssets.ts'
import { typedText } from './copy.ts'

/** Titles a signature that takes permissions of one owner back: it revokes nothing until someone uses it. */
export function titleRevocation(
  permissions: readonly Permission[],
  { assets, ...caller }: { assets: Assets } & Caller,
): string {
  const [first] = permissions
  const owner = first ? ownerOf(first.from, caller) : 'you'
  const { of, names, count } = listRevoked(permissions, { assets, owner })
  return typedText(`typed.revocation.${of}`, { names, count })
}
