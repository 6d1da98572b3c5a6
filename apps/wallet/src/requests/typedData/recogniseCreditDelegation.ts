import type { Fact } from '../../approve/Description.ts'
import { formatAmount, isUnlimited } from '../formatAmount.ts'
import { danger } from './danger.ts'
import { describePermitUse } from './describePermitUse.ts'
import { isAddress } from './isAddress.ts'
import { nameToken } from './nameToken.ts'
import { nothingNow } from './nothingNow.ts'
import { nothingUntilUsed } from './nothingUntilUsed.ts'
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
  const token = isAddress(contract) ? nameToken(contract, tokenOf(contract)) : {}
  const isRevoked = value === 0n
  const ends = describePermitUse(deadline, { now, isRevoked })
  const debt: Fact[] = isAddress(contract)
    ? [{ label: 'Contract that records the debt', value: contract, kind: 'address' }]
    : []
  if (isRevoked)
    return {
      title: 'Sign a revocation of the permission to borrow in your name',
      facts: [
        nothingUntilUsed('the permission stays'),
        { label: 'Revokes', value: `the permission to borrow ${token.symbol ?? 'this token'} in your name` },
        { label: 'Loses the permission', value: delegatee, kind: 'address' },
        ...debt,
        ...ends.facts,
      ],
      warnings: [],
      taken: 'nothing',
    }
  const isAll = isUnlimited(value)
  const most = isAll
    ? 'as much as your deposits allow, now and in future'
    : `up to ${formatAmount(value, token)} in total`
  return {
    title: `Let someone borrow ${isAll ? 'without a limit' : `up to ${formatAmount(value, token)}`} in your name`,
    facts: [
      nothingNow,
      { label: 'Can be borrowed later', value: most, kind: 'out' },
      { label: 'Borrower', value: delegatee, kind: 'address' },
      { label: 'Permission ends', value: 'never, unless you revoke it' },
      ...debt,
      ...ends.facts,
    ],
    warnings: [
      danger(
        'The borrower can do this at any time, without asking you again, and keeps the money. You owe it: if it is not paid back, your deposits are sold to repay it.',
      ),
      ...ends.warnings,
    ],
    taken: undefined,
    parties: [{ address: delegatee, role: 'borrower' }],
  }
}
