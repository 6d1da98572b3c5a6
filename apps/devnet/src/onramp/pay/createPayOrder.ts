import { localBitcoin } from '../../bitcoin/localBitcoin.ts'
import { localSignet } from '../../bitcoin/localSignet.ts'
import type { PayerUrls, PayOrder } from './PayOrder.ts'
import { payOnBitcoin } from './payOnBitcoin.ts'
import { payOnEvm } from './payOnEvm.ts'
import { payOnSolana } from './payOnSolana.ts'

/** Creates the function that pays orders on the local networks. */
export function createPayOrder({ rpc, esplora }: PayerUrls): PayOrder {
  return async (order) => {
    const { chainId } = order.asset
    const url = rpc[chainId]
    if (url === undefined) throw new Error(`There is no node of ${chainId}.`)
    if (chainId.startsWith('eip155:')) return payOnEvm({ url, order })
    if (chainId.startsWith('solana:')) return payOnSolana({ url, order })
    const network = [localBitcoin, localSignet].find(({ caip2 }) => caip2 === chainId)
    const esploraUrl = esplora[chainId]
    if (!network || esploraUrl === undefined) throw new Error(`There is no Esplora server of ${chainId}.`)
    return payOnBitcoin({ url, esploraUrl, network, order })
  }
}
