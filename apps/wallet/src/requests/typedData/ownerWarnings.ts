import type { Warning } from '../../approve/Description.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'

/** Warns if typed data names another owner than the account that signs. */
export function ownerWarnings(owner: TypedValue | undefined, address: string): Warning[] {
  if (!isAddress(owner) || owner.toLowerCase() === address.toLowerCase()) return []
  return [danger(`It is about what belongs to ${owner}, which is not this account.`)]
}
