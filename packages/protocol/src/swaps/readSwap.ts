import { findRouter } from './findRouter.ts'
import { readKyberSwap } from './readers/readKyberSwap.ts'
import { readOneInchSwap } from './readers/readOneInchSwap.ts'
import { readRouter02Swap } from './readers/readRouter02Swap.ts'
import { readV2Swap } from './readers/readV2Swap.ts'
import { readWrap } from './readers/readWrap.ts'
import type { SwapReader } from './readers/SwapReader.ts'
import { routers } from './routers.ts'
import type { SwapRouter, SwapRouterKind } from './SwapRouter.ts'
import type { SwapTerms } from './SwapTerms.ts'

const readers: Readonly<Record<SwapRouterKind, SwapReader>> = {
  router02: readRouter02Swap,
  v2: readV2Swap,
  kyberswap: readKyberSwap,
  '1inch': readOneInchSwap,
}

/**
 * Reads what the transaction of a swap does. Returns undefined unless every byte of it is understood and in canonical form, the
 * router is known, and the router enforces the minimum: then nothing else can happen than what is returned.
 *
 * @param parameters.chainId CAIP-2
 * @param parameters.account who sends the transaction
 * @param parameters.value wei that are sent along
 * @param parameters.own routers that the application has added for this network
 * @example
 * import { readSwap } from '@portico/protocol/swaps'
 * const terms = readSwap({ chainId: 'eip155:1', account, to, data, value: 0n })
 * if (!terms) throw new Error('This transaction is not a swap that can be verified.')
 */
export function readSwap({
  chainId,
  account,
  to,
  data,
  value,
  own,
}: {
  chainId: string
  account: string
  to: string
  data: string
  value: bigint
  own?: readonly SwapRouter[] | undefined
}): SwapTerms | undefined {
  const sender = account.toLowerCase()
  const router = findRouter(chainId, to, own)
  if (router) return readers[router.kind]({ router, account: sender, data, value })
  const wrapped = wrappedCoinOf(chainId, own)
  if (wrapped === to.toLowerCase()) return readWrap({ wrapped, account: sender, data, value })
  return undefined
}

function wrappedCoinOf(chainId: string, own: readonly SwapRouter[] | undefined): string | undefined {
  const known = Object.hasOwn(routers, chainId) ? routers[chainId]?.wrapped : undefined
  return known ?? own?.find(({ wrapped }) => wrapped)?.wrapped?.toLowerCase()
}
