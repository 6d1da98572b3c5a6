import type { Warning } from '../approve/Description.ts'

/** Returns each warning once, the dangers first. */
export function toShown(warnings: readonly Warning[]): Warning[] {
  const distinct = [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
  const isDanger = ({ level }: Warning) => level === 'danger'
  return [...distinct.filter(isDanger), ...distinct.filter((warning) => !isDanger(warning))]
}
