import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { formatAmount } from '../formatAmount.ts'
import { networkCoin } from '../networkCoin.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describeCall } from './describeCall.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a transaction of a Safe, which needs the signatures of its owners.
 *
 * @see https://github.com/safe-fndn/safe-smart-account
 */
export const recogniseSafe: Recognise = (parameters) => {
  const { domain, message, address, chainId } = parameters
  const { to, value, data, operation, nonce } = message
  if (!isAddress(to) || !('safeTxGas' in message) || !('operation' in message)) return undefined
  const safe = isAddress(domain.verifyingContract) ? domain.verifyingContract : undefined
  const call = describeCall({
    sends: typedText('typed.labels.safeSends'),
    from: safe ?? address,
    caller: 'safe',
    to,
    data,
    parameters,
  })
  const amount = typeof value === 'bigint' ? value : 0n
  const coins = formatAmount(amount, networkCoin(chainId))
  const isPlain = typeof data !== 'string' || data === '0x'
  const isOtherCode = operation !== 0n
  const known = call.phrase ?? (isPlain ? effectText('effect.send', { what: coins }) : undefined)
  const isUnknown = isOtherCode || known === undefined
  const of = isOtherCode ? 'Code' : known === undefined ? 'Unknown' : ''
  const sends: Fact[] =
    amount > 0n || isPlain ? [{ label: typedText('typed.labels.safeSends'), value: coins, kind: 'out' }] : []
  return {
    title: typedText(`typed.safe.title${of}${amount > 0n && !isPlain ? 'With' : ''}`, {
      what: known ?? '',
      coins,
    }),
    facts: [
      nothingNow('nothingOfOwn'),
      ...(safe ? [{ label: typedText('typed.labels.safe'), value: safe, kind: 'address' } as const] : []),
      ...sends,
      ...call.facts,
      ...(isUnknown
        ? [
            {
              label: typedText('typed.labels.canLeaveSafe'),
              value: typedText('typed.safe.unknownLoss'),
              kind: 'out',
            } as const,
          ]
        : []),
      isPlain ? { label: effectText('effect.labels.to'), value: to, kind: 'address' } : call.target,
      { label: typedText('typed.labels.takesEffect'), value: typedText('typed.safe.takesEffect') },
      ...(typeof nonce === 'bigint'
        ? [
            {
              label: typedText('typed.labels.approvalEnds'),
              value: typedText('typed.safe.ends', { number: `${nonce}` }),
            },
          ]
        : []),
    ],
    warnings: [
      { level: 'note', text: typedText('typed.warnings.safe') },
      ...(isOtherCode ? [danger(typedText('typed.warnings.safeCode'))] : []),
      ...call.warnings,
    ],
    taken: undefined,
    parties: isPlain ? [{ address: to, role: 'payee' }] : call.parties,
    stake: 'safe',
  }
}
