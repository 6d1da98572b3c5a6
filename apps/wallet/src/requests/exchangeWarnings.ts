import type { SimulatedChange } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import { dealWarnings } from './dealWarnings.ts'
import type { Asset, Effect } from './Effect.ts'
import { findUnannounced } from './findUnannounced.ts'
import { isOf } from './isOf.ts'
import { sumSent } from './sumSent.ts'
import { sumWorth } from './sumWorth.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

/** Warns if a call that is an exchange gives back much less than it takes, as far as a simulation and prices can tell. */
export function exchangeWarnings({
  effects,
  facts,
  address,
}: {
  effects: readonly Effect[]
  facts: TransactionFacts
  address: Hex
}): Warning[] {
  const { simulation } = facts
  const got = (simulation?.changes ?? []).filter(({ direction }) => direction === 'in')
  const isExchange = effects.every(
    (effect) => effect.type !== 'send' || effect.asset.kind === 'coin' || !effect.to,
  )
  if (simulation?.status !== 'success' || !simulation.complete || got.length === 0 || !isExchange) return []
  if (!got.every(({ verified }) => verified)) return []
  const { changes } = findUnannounced({ effects, simulation, address })
  const certain = sumSent(effects, address).filter((asset) => !changes.some((change) => isOf(change, asset)))
  return dealWarnings({
    gives: sumWorth([...certain, ...changes.map(toAsset)], facts),
    gets: sumWorth(got.map(toAsset), facts),
    deal: 'simulated',
  })
}

function toAsset({ kind, token, tokenId, amount }: SimulatedChange): Asset {
  if (kind === 'native') return { kind: 'coin', amount: BigInt(amount) }
  const address = (token ?? '') as Hex
  return kind === 'erc20'
    ? { kind, token: address, amount: BigInt(amount) }
    : { kind: 'nft', token: address, id: BigInt(tokenId ?? 0), amount: BigInt(amount) }
}
