import type { Fact } from '../approve/Description.ts'

/** Permit2 keeps permissions of its own, beside those that the tokens keep. */
export const otherPermissionsStay: Fact = {
  label: 'Not changed',
  value: 'any permission that was not given through Permit2',
}
