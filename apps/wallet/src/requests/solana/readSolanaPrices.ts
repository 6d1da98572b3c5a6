import { balanceResponse } from '@portico/protocol/gateway'
import type { Gateway } from '../../session/createGatewayAccess.ts'
import type { SolanaTokenFacts } from './SolanaFacts.ts'

/** The key of SOL in the result of {@link readSolanaPrices}. */
export const coinKey = 'coin'

/** Reads symbols and prices of what an account holds, by mint; none if the gateway fails. */
export async function readSolanaPrices({
  gateway,
  chainId,
  address,
}: {
  gateway: Gateway
  chainId: string
  address: string
}): Promise<ReadonlyMap<string, SolanaTokenFacts>> {
  try {
    const query = `chainId=${encodeURIComponent(chainId)}&currency=usd`
    const { balances } = balanceResponse.parse(await gateway(`/v1/account/${address}/balance?${query}`))
    return new Map(
      balances
        .filter((one) => one.chainId === chainId)
        .map((one) => [
          one.address === undefined ? coinKey : one.address.slice(chainId.length + 1),
          {
            symbol: one.symbol.slice(0, 24) || undefined,
            decimals: Number(one.quantity.decimals),
            // Without a value the price is 0, which means that there is none.
            price: one.value === undefined ? undefined : one.price,
          },
        ]),
    )
  } catch {
    // Without prices the risk is higher; the request can continue.
    return new Map()
  }
}
