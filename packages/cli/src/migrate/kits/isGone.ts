import { positionOf } from '../script/positionOf.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/** Whether nothing uses an imported name any more: every use was removed, and none was written again. */
export function isGone({ removed, written }: Rewrite, { local, references }: Binding): boolean {
  const isWritten = written.some((text) =>
    new RegExp(`(?<![\\w$.])${escapeName(local)}(?![\\w$])`).test(text),
  )
  return (
    !isWritten &&
    references.every((node) => {
      const { start } = positionOf(node)
      return removed.some((range) => range.start <= start && start < range.end)
    })
  )
}

function escapeName(name: string): string {
  return name.replaceAll('$', '\\$')
}
