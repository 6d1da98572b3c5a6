import { getNetwork, type Network } from '@portico/core'
import {
  formatUnits,
  gasPriceQuery,
  parseAmount,
  type SwapButton,
  type SwapDraft,
  type SwapWish,
  swapBalancesQuery,
  swapButton,
} from '@portico/core/money'
import type { ConvertQuote } from '@portico/protocol/gateway'
import { useQuery } from '../../../data/useQuery.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { type Quotes, useQuotes } from './useQuotes.ts'
import { useSwapDraft } from './useSwapDraft.ts'

/** Gas of a swap until an offer says how much it needs. */
const unknownGas = 150_000n

/** What the views of a swap derive from the state. */
export interface Swap {
  draft: SwapDraft
  change: (part: Partial<SwapDraft>) => void
  network: Network | undefined
  /** Complete once both tokens and an amount are chosen. */
  wish: SwapWish | undefined
  /** In base units; undefined while it is not known. */
  balance: bigint | undefined
  /** The amount is more than the balance, or no amount. */
  isInvalid: boolean
  quotes: Quotes
  best: ConvertQuote | undefined
  /** What the best offer returns, as decimal text in whole tokens. */
  receives: string | undefined
  button: SwapButton
}

/** Derives everything that the form and the preview show from the draft, the balances and the offers. */
export function useSwap(): Swap {
  const { kit } = useScope()
  const subject = useSubject()
  const [draft, change] = useSwapDraft()
  const network = useKitState(getNetwork)
  const { from, to } = draft
  const amount = from && parseAmount(draft.amount, from.decimals)
  const balances = useQuery(swapBalancesQuery(kit, subject, from)).data
  const gasPrice = useQuery(gasPriceQuery(kit, subject.networkId)).data ?? 0n
  const balance = from && balances?.from
  const isAsked = from !== undefined && to !== undefined && amount !== undefined && amount > 0n
  const wish = isAsked ? { subject, from, to, amount, slippage: draft.slippage } : undefined
  const quotes = useQuotes(wish)
  const [best] = quotes.data ?? []
  const button = swapButton({
    ...{ hasFrom: from !== undefined, hasTo: to !== undefined, text: draft.amount, amount, balance },
    ...{ coinBalance: balances?.coin, paysCoin: from !== undefined && from.token === undefined },
    fee: (best ? BigInt(best.gas) : unknownGas) * gasPrice,
    quotes: best ? 'some' : quotes.status === 'pending' ? 'loading' : 'none',
  })
  return {
    ...{ draft, change, network, wish, balance, quotes, best, button },
    isInvalid: button === 'incorrect-value' || button === 'insufficient-balance',
    receives: best && to && formatUnits(BigInt(best.toAmount), to.decimals),
  }
}
