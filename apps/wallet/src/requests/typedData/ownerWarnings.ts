import type { Warning } from '../../approve/Description.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'

/**
 * Warns if typed data names another owner than the account that signs.
 *
 * @param target the contract that is called
 */
export function ownerWarnings(owner: TypedValue | undefined, address: string, target?: string): Warning[] {
  if (!isAddress(owner) || owner.toLowerCase() === address.toLowerCase()) return []
  const isTarget = owner.toLowerCase() === target?.toLowerCase()
  return [danger(typedText(isTarget ? 'typed.warnings.ofCalled' : 'typed.warnings.ofOther', { owner }))]
}
