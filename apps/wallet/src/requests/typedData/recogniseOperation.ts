import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises an operation of another smart account (ERC-4337). Those of this account are refused before.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export const recogniseOperation: Recognise = ({ message }) => {
  const account = message.sender ?? message.safe
  if (!('callData' in message) || !isAddress(account)) return undefined
  return {
    title: 'Approve an operation of a smart account',
    facts: [{ label: 'Smart account', value: account, kind: 'address' }],
    warnings: [danger('Anyone who has this signature can run the operation. What it does cannot be shown.')],
    taken: undefined,
  }
}
