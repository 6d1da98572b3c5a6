import type { Lock } from '@portico/server'
import type { IdentityIndexes } from '../introductions/createIdentityIndexes.ts'
import type { ChangingDevice } from './ChangingDevice.ts'

/** Returns what a step of a change of address locks: its user, and the addresses that it reads or writes. */
export function addressLocks(
  { userId }: Pick<ChangingDevice, 'userId'>,
  ...identities: IdentityIndexes[]
): Lock[] {
  return [{ key: `user ${userId}` }, ...identities.flat().map(({ ix }) => ({ key: `identity email ${ix}` }))]
}
