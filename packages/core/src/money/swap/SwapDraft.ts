import type { CaipNetworkId } from '@portico/protocol'
import type { SwapToken } from './SwapToken.ts'

/** What a visitor has entered to swap, for one account on one network. */
export interface SwapDraft {
  account: string
  networkId: CaipNetworkId
  from?: SwapToken | undefined
  to?: SwapToken | undefined
  /** What the application asked for, until the list of tokens is there: a symbol or an address. */
  asked?: { from?: string | undefined; to?: string | undefined } | undefined
  /** As typed, in whole tokens of `from`. */
  amount: string
  /** In hundredths of a percent. */
  slippage: number
}
