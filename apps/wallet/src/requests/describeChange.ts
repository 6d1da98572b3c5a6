import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Fact, Warning } from '../approve/Description.ts'
import type { CodeChange } from './CodeChange.ts'
import { knownNetworks } from './knownNetworks.ts'

/** What is shown of a change of the account's code. Title and facts are those of a transaction that does nothing else. */
type ChangeDescription = { title: string; facts: Fact[]; warnings: Warning[]; details: Fact[] }

/** Describes how a transaction turns smart-account features on or off. */
export function describeChange(change: CodeChange, chainId: string): ChangeDescription {
  const name = knownNetworks[chainId]?.name ?? 'this network'
  const same: Fact = {
    label: 'Stays the same',
    value: 'your address, your money, and that you alone control both',
  }
  if (change.type === 'turn-on') {
    const text = `Turns on smart-account features on ${name}; you can turn them off.`
    return {
      title: `Turn on smart-account features on ${name}`,
      facts: [
        { label: 'From now on', value: 'your account can make several calls at once' },
        same,
        { label: 'Needed for', value: 'what this site asks of you' },
      ],
      warnings: [{ level: 'note', text }],
      details: [
        contract('Contract of your account from now on', delegatorContracts.EIP7702StatelessDeleGator),
      ],
    }
  }
  const isOwn = change.of === 'own'
  return {
    title: isOwn
      ? `Turn off smart-account features on ${name}`
      : `Remove the code of another wallet on ${name}`,
    facts: [
      ...(isOwn ? [] : [contract('Code of the other wallet', change.contract)]),
      isOwn
        ? { label: 'Afterwards', value: 'they turn on again only with a transaction that you approve' }
        : { label: 'No longer works', value: 'what the other wallet set up' },
      same,
    ],
    warnings: [
      { level: 'note', text: 'Permissions given on this network end, also those of other sites.' },
      ...(isOwn
        ? []
        : [
            {
              level: 'danger' as const,
              text: 'Another wallet gave your account this code. Spending limits, recovery and other things that it set up on this network stop working.',
            },
          ]),
    ],
    details: isOwn ? [contract('Contract of your account until now', change.contract)] : [],
  }
}

function contract(label: string, value: string): Fact {
  return { label, value, kind: 'address' }
}
