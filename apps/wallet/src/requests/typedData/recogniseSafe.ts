import { formatAmount } from '../formatAmount.ts'
import { danger } from './danger.ts'
import { describeCall } from './describeCall.ts'
import { isAddress } from './isAddress.ts'
import { networkCoin } from './networkCoin.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a transaction of a Safe, which needs the signatures of its owners.
 *
 * @see https://github.com/safe-fndn/safe-smart-account
 */
export const recogniseSafe: Recognise = (parameters) => {
  const { domain, message, address, chainId } = parameters
  const { to, value, data, operation } = message
  if (!isAddress(to) || !('safeTxGas' in message) || !('operation' in message)) return undefined
  const safe = isAddress(domain.verifyingContract) ? domain.verifyingContract : undefined
  const call = describeCall({ sends: 'The Safe sends', from: safe ?? address, to, data, parameters })
  const amount = typeof value === 'bigint' ? value : 0n
  return {
    title: 'Approve a transaction of a Safe',
    facts: [
      ...(safe ? [{ label: 'Safe', value: safe, kind: 'address' } as const] : []),
      ...(amount > 0n || call.facts.length === 0
        ? [
            {
              label: 'The Safe sends',
              value: `−${formatAmount(amount, networkCoin(chainId))}`,
              kind: 'out',
            } as const,
          ]
        : []),
      ...call.facts,
      { label: call.facts.length > 0 ? 'Contract that is called' : 'To', value: to, kind: 'address' },
    ],
    warnings: [
      operation === 0n
        ? { level: 'note', text: 'This moves what the Safe holds, once enough owners have signed.' }
        : danger('It runs other code as the Safe itself, which could change its owners.'),
      ...call.warnings,
    ],
    taken: undefined,
  }
}
