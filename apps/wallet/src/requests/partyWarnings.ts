import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import { findLookAlike } from './recipients.ts'

const firsts = {
  contract: 'you use this contract',
  spender: 'you deal with this spender',
  borrower: 'you deal with this borrower',
  /** It only gets what belongs to other accounts. */
  payee: 'you deal with this recipient',
  recipient: 'you send to this address',
} as const

/** An address that gets something, or may take something later. */
export type Party = { address: Hex; role: keyof typeof firsts }

/** Warns of addresses that the account never dealt with, and of those that only look like one that it sent to. */
export function partyWarnings(
  parties: readonly Party[],
  {
    added,
    recipients,
  }: {
    /** Those that the account never dealt with. */
    added: readonly Hex[]
    /** Addresses that the account sent to, in lower case. */
    recipients: readonly string[]
  },
): Warning[] {
  return parties.flatMap(({ address, role }): Warning[] => {
    const twin = findLookAlike(address, recipients)
    if (twin)
      return [
        {
          level: 'danger',
          text: `This address only looks like ${twin}, which you sent to before. It is a different address.`,
        },
      ]
    if (!added.includes(address)) return []
    const first = `This is the first time ${firsts[role]}.`
    if (role === 'contract') return [{ level: 'note', text: `${first} Check its address.` }]
    return [
      {
        level: 'note',
        text:
          parties.length > 1
            ? 'Check every address that is new to you before you approve.'
            : `${first} Check the whole address before you approve.`,
      },
    ]
  })
}
