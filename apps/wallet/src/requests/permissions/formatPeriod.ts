import { permissionCopy } from './copy.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Names a period: "each day". */
export function formatPeriod(seconds: number): string {
  const { each } = permissionCopy
  if (seconds === hour) return each.hour
  if (seconds === day) return each.day
  if (seconds === 7 * day) return each.week
  if (seconds % day === 0) return each.days(seconds / day)
  if (seconds % hour === 0) return each.hours(seconds / hour)
  if (seconds % minute === 0) return each.minutes(seconds / minute)
  return each.seconds(seconds)
}
