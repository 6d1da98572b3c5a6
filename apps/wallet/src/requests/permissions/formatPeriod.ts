import { permissionText } from './copy.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Names a period: "each day". */
export function formatPeriod(seconds: number): string {
  if (seconds === hour) return permissionText('permission.each.hour')
  if (seconds === day) return permissionText('permission.each.day')
  if (seconds === 7 * day) return permissionText('permission.each.week')
  if (seconds % day === 0) return permissionText('permission.each.days', { days: seconds / day })
  if (seconds % hour === 0) return permissionText('permission.each.hours', { hours: seconds / hour })
  if (seconds % minute === 0) return permissionText('permission.each.minutes', { minutes: seconds / minute })
  return permissionText('permission.each.seconds', { seconds })
}
