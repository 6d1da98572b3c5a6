import type { Fact } from '../approve/Description.ts'
import { effectText } from './effectCopy.ts'

/** Permit2 keeps permissions of its own, beside those that the tokens keep. */
export function otherPermissionsStay(): Fact {
  return { label: effectText('effect.labels.notChanged'), value: effectText('effect.otherPermissions') }
}
