import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import { findLookAlike } from './recipients.ts'
import { riskText } from './riskCopy.ts'

/** An address that gets something, or may take something later. A payee only gets what belongs to other accounts. */
export type Party = { address: Hex; role: 'contract' | 'spender' | 'borrower' | 'payee' | 'recipient' }

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
    if (twin) return [{ level: 'danger', text: riskText('risk.lookAlike', { known: twin }) }]
    if (!added.includes(address)) return []
    const isOneOfMany = role !== 'contract' && parties.length > 1
    return [{ level: 'note', text: riskText(isOneOfMany ? 'risk.newAddresses' : `risk.first.${role}`) }]
  })
}
