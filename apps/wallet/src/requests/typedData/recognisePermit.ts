import { formatAmount, isUnlimited } from '../formatAmount.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { formatAllowance } from './formatAllowance.ts'
import { isAddress } from './isAddress.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise } from './RecognisedTypedData.ts'
import { toAmount } from './toAmount.ts'

/** DAI's permits have no amount: they allow everything or nothing. */
const everything = 2n ** 256n

/**
 * Recognises a permission to spend a token: ERC-2612, and the older format of DAI.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2612
 */
export const recognisePermit: Recognise = ({ domain, message, address, now, tokenOf }) => {
  const { spender, value, allowed } = message
  const isDai = isAddress(message.holder) && typeof allowed === 'boolean'
  if (!isAddress(spender) || !(isDai || (typeof value === 'bigint' && 'deadline' in message)))
    return undefined
  const amount = isDai ? (allowed ? everything : 0n) : (value as bigint)
  const contract = domain.verifyingContract
  const token = isAddress(contract) ? tokenOf(contract) : {}
  const who = [
    { label: 'Spender', value: spender, kind: 'address' } as const,
    ...(isAddress(contract) ? [{ label: 'Token', value: contract, kind: 'address' } as const] : []),
  ]
  const others = ownerWarnings(message.owner ?? message.holder, address)
  const expiry = message.deadline ?? (message.expiry === 0n ? undefined : message.expiry)
  const ends = describeExpiry('signature', expiry, now)
  // The contract may be a collection of NFTs, and the value the number of one.
  if (amount === 0n && (isDai || token.kind === 'erc20'))
    return {
      title: 'Revoke a permission',
      facts: [{ label: 'May spend', value: 'nothing any more' }, ...who, ...ends.facts],
      warnings: others,
      taken: 'nothing',
    }
  const what = isUnlimited(amount) ? `all your ${token.symbol ?? 'tokens'}` : formatAmount(amount, token)
  return {
    title: `Let someone spend ${what}`,
    facts: [
      { label: 'May spend', value: formatAllowance(amount, token), kind: 'out' },
      ...who,
      { label: 'Permission ends', value: 'never, unless you revoke it' },
      ...ends.facts,
    ],
    warnings: [
      isUnlimited(amount)
        ? danger('There is no limit to what can be spent, now and later.')
        : { level: 'note', text: 'The spender can take the tokens at any time, without asking you again.' },
      ...ends.warnings,
      ...others,
    ],
    taken: isAddress(contract) ? [toAmount(contract, amount, token)] : undefined,
  }
}
