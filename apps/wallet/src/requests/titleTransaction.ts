import type { Hex } from 'viem'
import { formatAmount } from './formatAmount.ts'
import { coinFacts } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'
import { readVote } from './readVote.ts'
import type { TransactionPart } from './TransactionPart.ts'
import { titleEffects } from './titleEffects.ts'
import { titleExchange } from './titleExchange.ts'
import { titleSwap } from './titleSwap.ts'
import { transactionText } from './transactionCopy.ts'

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
  if (!to) return transactionText(`transaction.titles.${value > 0n ? 'createAndSend' : 'create'}`, { coins })
  if (!call) {
    const isOwn = to.toLowerCase() === address.toLowerCase()
    return transactionText(`transaction.titles.${isOwn ? 'sendToSelf' : 'send'}`, { coins })
  }
  const swap = titleSwap(effects, facts)
  if (swap) return swap
  const unknown = effects.filter(({ type }) => type === 'unknown')
  const count = call.calls.length
  if (unknown.some((effect) => 'relayedBy' in effect && effect.relayedBy))
    return transactionText('transaction.titles.relayed', { count })
  if (unknown.length > 0 && count > 1)
    return transactionText('transaction.titles.withUnknown', {
      title:
        titleEffects(effects, { assets: facts, address }) ??
        transactionText('transaction.titles.calls', { count }),
      count: unknown.length,
    })
  if (unknown.length > 0)
    return value > 0n
      ? transactionText('transaction.titles.sendWithUnknown', { coins })
      : (readVote(call)?.title ?? transactionText('transaction.titles.unknown'))
  if (call.name === 'invalidateUnorderedNonces') return transactionText('transaction.titles.cancelTransfers')
  return (
    titleExchange({ effects, facts, target: to, chainId }) ??
    titleEffects(effects, { assets: facts, address }) ??
    transactionText('transaction.titles.call', { name: call.name ?? '' })
  )
}
