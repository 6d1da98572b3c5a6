import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import type { Effect } from './Effect.ts'
import { permissionWarnings } from './permissionWarnings.ts'
import type { Assets } from './readAssets.ts'

/** Says what spenders can do with the permissions that a call gives: the account's, and those of other owners. */
export function effectWarnings(
  effects: readonly Effect[],
  { assets, address }: { assets: Assets; address: Hex },
): Warning[] {
  return [true, false].flatMap((isOwn) => {
    const allowed = effects.flatMap((effect) =>
      effect.type === 'allow' && (effect.from.toLowerCase() === address.toLowerCase()) === isOwn
        ? [effect.asset]
        : [],
    )
    return permissionWarnings(allowed, assets, { isOwn })
  })
}
