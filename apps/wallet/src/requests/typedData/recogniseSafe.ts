import type { Fact } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import { networkCoin } from '../networkCoin.ts'
import { danger } from './danger.ts'
import { describeCall } from './describeCall.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise } from './RecognisedTypedData.ts'

const unknownLoss: Fact = {
  label: 'Can leave the Safe later',
  value: 'unknown, perhaps all that the Safe has',
  kind: 'out',
}

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
    sends: 'The Safe sends',
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
  const known = call.title ? lowerFirst(call.title) : isPlain ? `send ${coins}` : undefined
  const what = isOtherCode ? 'run other code as the Safe' : (known ?? 'an unknown call')
  const isUnknown = isOtherCode || !known
  const sends: Fact[] = amount > 0n || isPlain ? [{ label: 'The Safe sends', value: coins, kind: 'out' }] : []
  return {
    title: `Approve as an owner of a Safe: ${what}${amount > 0n && !isPlain ? `, with ${coins}` : ''}`,
    facts: [
      { label: 'Now', value: 'nothing leaves your own account' },
      ...(safe ? [{ label: 'Safe', value: safe, kind: 'address' } as const] : []),
      ...sends,
      ...call.facts,
      ...(isUnknown ? [unknownLoss] : []),
      isPlain ? { label: 'To', value: to, kind: 'address' } : call.target,
      { label: 'Takes effect', value: 'once enough owners have signed; you may be the last one' },
      ...(typeof nonce === 'bigint'
        ? [
            {
              label: 'Approval ends',
              value: `when the Safe makes its transaction number ${nonce}, this one or another`,
            },
          ]
        : []),
    ],
    warnings: [
      {
        level: 'note',
        text: 'A Safe is an account that several owners share. If yours is the last signature that it needs, anyone can carry this out at once, without asking you again. It concerns what the Safe holds.',
      },
      ...(isOtherCode
        ? [
            danger(
              'It runs other code as the Safe itself, which could change its owners and take all it has.',
            ),
          ]
        : []),
      ...call.warnings,
    ],
    taken: undefined,
    parties: isPlain ? [{ address: to, role: 'payee' }] : call.parties,
    stake: 'safe',
  }
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
