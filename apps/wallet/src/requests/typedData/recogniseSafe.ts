import { formatAmount } from '../formatAmount.ts'
import { coinFacts } from './coinFacts.ts'
import { danger } from './danger.ts'
import { describeCall } from './describeCall.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a transaction of a Safe, which needs the signatures of its owners.
 *
 * @see https://github.com/safe-fndn/safe-smart-account
 */
export const recogniseSafe: Recognise = ({ domain, message, chainId, tokenOf }) => {
  const { to, value, data, operation } = message
  if (!isAddress(to) || !('safeTxGas' in message) || !('operation' in message)) return undefined
  const call = describeCall({ sends: 'The Safe sends', to, data, tokenOf })
  const amount = typeof value === 'bigint' ? value : 0n
  return {
    title: 'Approve a transaction of a Safe',
    facts: [
      ...(isAddress(domain.verifyingContract)
        ? [{ label: 'Safe', value: domain.verifyingContract, kind: 'address' } as const]
        : []),
      ...(amount > 0n || call.facts.length === 0
        ? [
            {
              label: 'The Safe sends',
              value: `−${formatAmount(amount, coinFacts(chainId))}`,
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
    risk: 'high',
  }
}
