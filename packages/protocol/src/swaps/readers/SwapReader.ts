import type { SwapRouter } from '../SwapRouter.ts'
import type { SwapTerms } from '../SwapTerms.ts'

/** Reads a call to one kind of router. Addresses are in lower case. */
export type SwapReader = (call: {
  router: SwapRouter
  account: string
  data: string
  value: bigint
}) => SwapTerms | undefined
