import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Fact, Warning } from '../approve/Description.ts'
import type { CodeChange } from './CodeChange.ts'
import { knownNetworks } from './knownNetworks.ts'
import { transactionText } from './transactionCopy.ts'

/** What is shown of a change of the account's code. Title and facts are those of a transaction that does nothing else. */
type ChangeDescription = { title: string; facts: Fact[]; warnings: Warning[]; details: Fact[] }

/** Describes how a transaction turns smart-account features on or off. */
export function describeChange(change: CodeChange, chainId: string): ChangeDescription {
  const name = knownNetworks[chainId]?.name
  const onNetwork = (id: 'turnOn' | 'turnOff' | 'removeCode' | 'turnsOn') =>
    name === undefined
      ? transactionText(`transaction.account.${id}Here`)
      : transactionText(`transaction.account.${id}`, { name })
  const same = fact('same', 'same')
  if (change.type === 'turn-on')
    return {
      title: onNetwork('turnOn'),
      facts: [fact('on', 'severalCalls'), same, fact('neededFor', 'asked')],
      warnings: [{ level: 'note', text: onNetwork('turnsOn') }],
      details: [contract('contractOn', delegatorContracts.EIP7702StatelessDeleGator)],
    }
  const isOwn = change.of === 'own'
  return {
    title: onNetwork(isOwn ? 'turnOff' : 'removeCode'),
    facts: [
      ...(isOwn ? [] : [contract('otherCode', change.contract)]),
      isOwn ? fact('afterwards', 'onAgain') : fact('stops', 'setUp'),
      same,
    ],
    warnings: [
      { level: 'note', text: transactionText('transaction.account.permissionsEnd') },
      ...(isOwn
        ? []
        : [{ level: 'danger' as const, text: transactionText('transaction.account.otherWallet') }]),
    ],
    details: isOwn ? [contract('contractOff', change.contract)] : [],
  }
}

function fact(
  label: 'same' | 'on' | 'neededFor' | 'afterwards' | 'stops',
  value: 'same' | 'severalCalls' | 'asked' | 'onAgain' | 'setUp',
): Fact {
  return {
    label: transactionText(`transaction.account.labels.${label}`),
    value: transactionText(`transaction.account.${value}`),
  }
}

function contract(label: 'contractOn' | 'contractOff' | 'otherCode', value: string): Fact {
  return { label: transactionText(`transaction.account.labels.${label}`), value, kind: 'address' }
}
