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
    title: 'Let someone act as another account',
    facts: [
      {
        label: 'Now',
        value: 'nothing leaves your account; what can leave the other account later is unknown',
      },
      { label: 'Account, not the one you sign with', value: account, kind: 'address' },
      { label: 'What it does', value: 'unknown to this wallet' },
      { label: 'Signature can be used', value: 'by anyone who has it; how often and until when is unknown' },
    ],
    warnings: [
      danger(
        'Anyone who has this signature can do something with that account. What it is cannot be shown: it could take everything the account has. The wallet cannot tell whether the account is yours.',
      ),
    ],
    taken: undefined,
  }
}
