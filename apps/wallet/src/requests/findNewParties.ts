import type { Hex } from 'viem'
import { counterparties } from './counterparties.ts'
import type { Effect } from './Effect.ts'

/** Finds recipients, spenders and operators that the account never dealt with. One that only loses permissions is left out. */
export function findNewParties({
  effects,
  to,
  address: own,
  recipients,
}: {
  effects: readonly Effect[]
  /** The address that is called or paid. */
  to: Hex | undefined
  /** The account. */
  address: Hex
  /** Addresses that the account sent to, in lower case. */
  recipients: readonly string[]
}): Hex[] {
  return counterparties(effects, to).filter(
    (address) =>
      address.toLowerCase() !== own.toLowerCase() &&
      !recipients.includes(address.toLowerCase()) &&
      !isOnlyRevoked(effects, address),
  )
}

/** Whether an address only loses permissions. */
function isOnlyRevoked(effects: readonly Effect[], address: Hex): boolean {
  const own = effects.filter((effect) => 'to' in effect && effect.to === address)
  return own.length > 0 && own.every(({ type }) => type === 'revoke')
}
