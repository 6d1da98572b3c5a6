import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { formatAmount, isUnlimited } from '../formatAmount.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describePermitUse } from './describePermitUse.ts'
import { isAddress } from './isAddress.ts'
import { nameToken } from './nameToken.ts'
import { nothingNow } from './nothingNow.ts'
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
    ? [{ label: typedText('typed.labels.debtContract'), value: contract, kind: 'address' }]
    : []
  if (isRevoked)
    return {
      title: typedText('typed.credit.revoke'),
      facts: [
        nothingNow('permissionStays'),
        {
          label: effectText('effect.labels.revokes'),
          value: token.symbol
            ? typedText('typed.credit.revoked', { name: token.symbol })
            : typedText('typed.credit.revokedUnnamed'),
        },
        { label: typedText('typed.labels.losesPermission'), value: delegatee, kind: 'address' },
        ...debt,
        ...ends.facts,
      ],
      warnings: [],
      taken: 'nothing',
    }
  const isAll = isUnlimited(value)
  const amount = formatAmount(value, token)
  return {
    title: typedText(isAll ? 'typed.credit.titleEndless' : 'typed.credit.title', { amount }),
    facts: [
      nothingNow(),
      {
        label: typedText('typed.labels.canBeBorrowed'),
        value: typedText(isAll ? 'typed.credit.mostEndless' : 'typed.credit.most', { amount }),
        kind: 'out',
      },
      { label: typedText('typed.labels.borrower'), value: delegatee, kind: 'address' },
      { label: effectText('effect.labels.permissionEnds'), value: effectText('effect.ends.never.you') },
      ...debt,
      ...ends.facts,
    ],
    warnings: [danger(typedText('typed.warnings.borrower')), ...ends.warnings],
    taken: undefined,
    parties: [{ address: delegatee, role: 'borrower' }],
  }
}
