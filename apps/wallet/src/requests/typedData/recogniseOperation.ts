import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
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
    title: typedText('typed.operation.title'),
    facts: [
      nothingNow('otherUnknown'),
      { label: typedText('typed.labels.otherAccount'), value: account, kind: 'address' },
      { label: typedText('typed.labels.whatItDoes'), value: typedText('typed.unknown.what') },
      { label: typedText('typed.labels.canBeUsed'), value: typedText('typed.use.unknown') },
    ],
    warnings: [danger(typedText('typed.warnings.operation'))],
    taken: undefined,
  }
}
