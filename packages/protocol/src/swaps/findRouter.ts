import { routers } from './routers.ts'
import type { SwapRouter, SwapRouterKind } from './SwapRouter.ts'

/**
 * Returns the router at an address, or undefined if it is none that is known on the network.
 *
 * @param chainId CAIP-2
 * @param own further routers on this network, from the application's options
 */
export function findRouter(
  chainId: string,
  address: string,
  own: readonly SwapRouter[] = [],
): SwapRouter | undefined {
  const wanted = address.toLowerCase()
  const known = Object.hasOwn(routers, chainId) ? routers[chainId] : undefined
  for (const kind of ['router02', 'v2', 'kyberswap', '1inch'] as const satisfies SwapRouterKind[])
    if (known?.[kind] === wanted) return { address: wanted, kind, wrapped: known.wrapped }
  const added = own.find((router) => router.address.toLowerCase() === wanted)
  return added && { ...added, address: wanted, wrapped: added.wrapped?.toLowerCase() ?? known?.wrapped }
}
