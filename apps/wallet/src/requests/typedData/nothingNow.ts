import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { typedText } from './copy.ts'

/** What stays as it is until somebody uses a signature, or what is not known of that. */
type Now =
  | 'nothing'
  | 'nothingUnknown'
  | 'nothingUntilFilled'
  | 'nothingOfOwn'
  | 'otherUnknown'
  | 'permissionStays'
  | 'permissionsStay'
  | 'transferStays'

/** Describes that a signature moves and changes nothing by itself: that happens when somebody uses it. */
export function nothingNow(now: Now = 'nothing'): Fact {
  return { label: effectText('effect.labels.now'), value: typedText(`typed.now.${now}`) }
}
