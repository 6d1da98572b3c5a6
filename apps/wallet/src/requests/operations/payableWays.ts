import type { Hex } from 'viem'
import type { Effect } from '../Effect.ts'
import { sumSent } from '../sumSent.ts'
import type { TransactionFacts } from '../TransactionFacts.ts'
import type { Way } from '../Way.ts'
import { nobodyPays, type Ways } from './listWays.ts'

/**
 * Leaves out what the account cannot pay with: an address that is no token, a token of which it has too little for the fee and what it
 * sends, and coins if it has too few of them and a token is left. Without any token, coins stay, and the visitor sees why it fails.
 *
 * @throws {RequestRefusedError} if nothing is left
 */
export function payableWays(
  ways: Ways['ways'],
  { facts, effects, address }: { facts: TransactionFacts; effects: readonly Effect[]; address: Hex },
): Ways['ways'] {
  const sent = sumSent(effects, address)
  const sum = (token: string | undefined) =>
    sent.reduce((total, asset) => {
      if (asset.kind !== 'coin' && asset.kind !== 'erc20') return total
      const isSame = (asset.kind === 'coin' ? undefined : asset.token.toLowerCase()) === token
      return isSame ? total + asset.amount : total
    }, 0n)
  const isPayable = ({ payment, transaction: { gas, maxFeePerGas } }: Way) => {
    if (payment.by === 'sponsor') return true
    if (payment.by === 'coins')
      return facts.coin.balance === undefined || facts.coin.balance >= gas * maxFeePerGas + sum(undefined)
    const token = payment.token.toLowerCase()
    const { kind, decimals, balance = 0n } = facts.tokens.get(token) ?? {}
    // Another contract could do anything when it is called to transfer.
    return kind === 'erc20' && decimals !== undefined && balance >= payment.amount + sum(token)
  }
  const payable = ways.filter(isPayable)
  const [first, ...more] = payable.length > 0 ? payable : ways.filter(({ payment }) => payment.by === 'coins')
  if (!first) throw nobodyPays()
  return [first, ...more]
}
