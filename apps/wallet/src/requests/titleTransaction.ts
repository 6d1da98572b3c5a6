import type { Hex } from 'viem'
import { formatAmount } from './formatAmount.ts'
import { coinFacts } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'
import { readVote } from './readVote.ts'
import type { TransactionPart } from './TransactionPart.ts'
import { titleEffects } from './titleEffects.ts'
import { titleExchange } from './titleExchange.ts'
import { titleSwap } from './titleSwap.ts'

/** Returns in a few words what a call does: "Send 120 DUSD". */
export function titleTransaction({
  part: { to, value, call, effects },
  facts,
  address,
  chainId,
}: {
  part: TransactionPart
  facts: Assets
  address: Hex
  chainId: string
}): string {
  const coins = formatAmount(value, coinFacts(facts))
  if (!to) return `Create a contract${value > 0n ? ` and send it ${coins}` : ''}`
  if (!call) return to.toLowerCase() === address.toLowerCase() ? `Send ${coins} to yourself` : `Send ${coins}`
  const swap = titleSwap(effects, facts)
  if (swap) return swap
  const unknown = effects.filter(({ type }) => type === 'unknown')
  if (unknown.some((effect) => 'relayedBy' in effect && effect.relayedBy))
    return `Let a contract make ${call.calls.length === 1 ? 'a call' : `${call.calls.length} calls`} in its own name`
  if (unknown.length > 0 && call.calls.length > 1) {
    const known = titleEffects(effects, { assets: facts, address }) ?? `Make ${call.calls.length} calls`
    return `${known}, and make ${unknown.length === 1 ? 'another call that is unknown' : `${unknown.length} calls that are unknown`}`
  }
  if (unknown.length > 0)
    return value > 0n ? `Send ${coins} with an unknown call` : (readVote(call)?.title ?? 'Unknown call')
  if (call.name === 'invalidateUnorderedNonces')
    return 'Cancel some or all of the transfers that you signed and nobody has made yet'
  return (
    titleExchange({ effects, facts, target: to, chainId }) ??
    titleEffects(effects, { assets: facts, address }) ??
    `Call ${call.name}`
  )
}
