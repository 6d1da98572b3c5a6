import type { Hex } from 'viem'
import { counterparties } from './counterparties.ts'
import type { Effect } from './Effect.ts'
import type { Party } from './partyWarnings.ts'

/** Lists the recipients, spenders and operators of a call with their roles; the called address if it has none. */
export function listParties(
  effects: readonly Effect[],
  {
    to,
    isCall,
    address: own,
  }: {
    /** The address that is called or paid. */
    to: Hex | undefined
    isCall: boolean
    /** The account that makes the call. */
    address: Hex
  },
): Party[] {
  return counterparties(effects, to).map((address) => {
    const concerned = effects.filter((effect) => effect.type !== 'unknown' && effect.to === address)
    if (isCall && address === to) return { address, role: 'contract' }
    if (concerned.some(({ type }) => type !== 'send' && type !== 'swap')) return { address, role: 'spender' }
    const isPaid = concerned.some(
      (effect) =>
        (effect.type === 'send' || effect.type === 'swap') && effect.from.toLowerCase() === own.toLowerCase(),
    )
    return { address, role: isPaid ? 'recipient' : 'payee' }
  })
}
