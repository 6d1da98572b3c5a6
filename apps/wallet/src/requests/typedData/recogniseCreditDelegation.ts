import { formatAmount, isUnlimited } from '../formatAmount.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a permission to borrow in the account's name (Aave's debt tokens).
 *
 * @see https://aave.com/docs/aave-v3/smart-contracts/tokenization
 */
export const recogniseCreditDelegation: Recognise = ({ domain, message, now, tokenOf }) => {
  const { delegatee, value, deadline } = message
  if (!isAddress(delegatee) || typeof value !== 'bigint' || !('deadline' in message)) return undefined
  const contract = domain.verifyingContract
  const token = isAddress(contract) ? tokenOf(contract) : {}
  const ends = describeExpiry('signature', deadline, now)
  const who = [
    { label: 'Borrower', value: delegatee, kind: 'address' } as const,
    ...(isAddress(contract) ? [{ label: 'Debt token', value: contract, kind: 'address' } as const] : []),
  ]
  if (value === 0n)
    return {
      title: 'Revoke a permission',
      facts: [{ label: 'May borrow', value: 'nothing any more' }, ...who, ...ends.facts],
      warnings: [],
      taken: 'nothing',
    }
  const most = isUnlimited(value) ? 'As much as your deposits allow' : formatAmount(value, token)
  return {
    title: `Let someone borrow ${isUnlimited(value) ? 'without a limit' : most} in your name`,
    facts: [
      { label: 'May borrow', value: most, kind: 'out' },
      ...who,
      { label: 'Permission ends', value: 'never, unless you revoke it' },
      ...ends.facts,
    ],
    warnings: [
      danger('You would owe what they borrow. If it is not paid back, your deposits are sold to repay it.'),
      ...ends.warnings,
    ],
    taken: undefined,
  }
}
