import type { Warning } from '../approve/Description.ts'
import type { Effect } from './Effect.ts'
import { type Caller, ownerOf } from './ownerOf.ts'
import { permissionWarnings } from './permissionWarnings.ts'
import type { Assets } from './readAssets.ts'

/** Warns of what spenders can do with the permissions that a call gives: the account's, and those of other owners. */
export function effectWarnings(
  effects: readonly Effect[],
  { assets, ...caller }: { assets: Assets } & Caller,
): Warning[] {
  return ([caller.caller ?? 'you', 'other'] as const).flatMap((owner) => {
    const allowed = effects.flatMap((effect) =>
      effect.type === 'allow' && ownerOf(effect.from, caller) === owner ? [effect] : [],
    )
    return permissionWarnings(allowed, assets, owner)
  })
}
