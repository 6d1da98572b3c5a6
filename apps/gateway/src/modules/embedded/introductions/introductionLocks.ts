import type { Lock } from '@portico/server'
import type { IdentityIndexes } from './createIdentityIndexes.ts'

/** Returns the locks of a transaction that changes an introduction of an identity. */
export function introductionLocks({
  id,
  way,
  indexes,
}: {
  id: string
  way: string
  indexes: IdentityIndexes
}): Lock[] {
  return [{ key: `introduction ${id}` }, ...indexes.map(({ ix }) => ({ key: `identity ${way} ${ix}` }))]
}
