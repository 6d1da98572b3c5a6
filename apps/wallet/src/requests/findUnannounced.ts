import type { SimulatedApproval, SimulatedChange, SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'
import { isOf } from './isOf.ts'
import { sumSent } from './sumSent.ts'

/** Finds what a simulation takes from the account, or lets others take, beyond what the bytes of the transaction say. */
export function findUnannounced({
  effects,
  simulation,
  address,
}: {
  effects: readonly Effect[]
  simulation: SimulateResponse | undefined
  address: Hex
}): { changes: SimulatedChange[]; approvals: SimulatedApproval[] } {
  const sent = sumSent(effects, address)
  return {
    changes: (simulation?.changes ?? []).filter((change) => {
      if (change.direction !== 'out') return false
      const asset = sent.find((one) => isOf(change, one))
      return !asset || ('amount' in asset && BigInt(change.amount) > asset.amount)
    }),
    approvals: (simulation?.approvals ?? []).filter(
      (approval) => approval.approved && !effects.some((effect) => announces(effect, approval)),
    ),
  }
}

function announces(effect: Effect, { token, spender, amount, kind }: SimulatedApproval): boolean {
  if (effect.type !== 'allow' || effect.asset.kind === 'coin') return false
  const { asset, to } = effect
  if (asset.token.toLowerCase() !== token.toLowerCase() || to.toLowerCase() !== spender.toLowerCase())
    return false
  if (asset.kind === 'collection') return true
  return kind !== 'all' && (asset.kind !== 'erc20' || BigInt(amount ?? 2n ** 256n) <= asset.amount)
}
