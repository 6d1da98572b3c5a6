import type { Warning } from '../../approve/Description.ts'
import { isNever } from '../isNever.ts'
import { joinNames } from '../joinNames.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isLong } from './isLong.ts'

/** Warns of permissions that never end, or last for more than a year. Times are in seconds since 1970. */
export function lastingWarnings(
  permissions: readonly { name: string; until: bigint | undefined }[],
  now: number,
): Warning[] {
  const names = (some: typeof permissions) => joinNames([...new Set(some.map(({ name }) => name))])
  const long = permissions.filter(({ until }) => isLong(until, now))
  const endless = long.filter(({ until }) => isNever(until))
  const others = long.filter(({ until }) => !isNever(until))
  return [
    ...(endless.length > 0
      ? [danger(typedText('typed.long.permissionEndless', { names: names(endless) }))]
      : []),
    ...(others.length > 0 ? [danger(typedText('typed.long.permission', { names: names(others) }))] : []),
  ]
}
