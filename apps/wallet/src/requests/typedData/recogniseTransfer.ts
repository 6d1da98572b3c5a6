import { formatAmount } from '../formatAmount.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise } from './RecognisedTypedData.ts'
import { toAmount } from './toAmount.ts'

/**
 * Recognises a transfer by signature, and its cancellation (EIP-3009).
 *
 * @see https://eips.ethereum.org/EIPS/eip-3009
 */
export const recogniseTransfer: Recognise = ({ primaryType, domain, message, address, now, tokenOf }) => {
  const contract = domain.verifyingContract
  const tokenFacts = isAddress(contract)
    ? [{ label: 'Token', value: contract, kind: 'address' } as const]
    : []
  if (primaryType === 'CancelAuthorization')
    return {
      title: 'Cancel a transfer by signature',
      facts: tokenFacts,
      warnings: [],
      taken: 'nothing',
    }
  const { from, to, value, validBefore } = message
  if (!isAddress(to) || typeof value !== 'bigint' || !('validBefore' in message)) return undefined
  const token = isAddress(contract) ? tokenOf(contract) : {}
  const amount = formatAmount(value, token)
  const ends = describeExpiry('signature', validBefore, now)
  return {
    title: `Send ${amount}`,
    facts: [
      { label: 'You send', value: `−${amount}`, kind: 'out' },
      { label: 'To', value: to, kind: 'address' },
      ...tokenFacts,
      ...ends.facts,
    ],
    warnings: [
      {
        level: 'note',
        text: 'Anyone who has this signature can make the transfer, without asking you again.',
      },
      ...ends.warnings,
      ...ownerWarnings(from, address),
    ],
    taken: isAddress(contract) ? [toAmount(contract, value, token)] : undefined,
  }
}
