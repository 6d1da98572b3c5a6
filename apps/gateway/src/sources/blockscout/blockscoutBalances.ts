import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { BalanceProvider, Holding } from '../../chains/shared/providers/BalanceProvider.ts'
import { cleanText } from '../../infra/text/cleanText.ts'
import type { BlockscoutClient } from './createBlockscoutClient.ts'
import { accountAnswer, tokenBalancesAnswer } from './schemas.ts'

/**
 * Provides balances from Blockscout. Leaves out icons: they are on third-party servers, which would learn the visitors'
 * IP addresses.
 */
export function blockscoutBalances({ client }: { client: BlockscoutClient }): BalanceProvider {
  return {
    id: 'blockscout',
    serves: client.serves,
    cost: 2,
    rate: 5,
    async list({ chain, account, deadline }) {
      const path = `/addresses/${account}`
      const [about, tokens] = await Promise.all([
        client.get({ chain, path, schema: accountAnswer, deadline }),
        client.get({ chain, path: `${path}/token-balances`, schema: tokenBalancesAnswer, deadline }),
      ])
      const [, reference = ''] = chain.split(':')
      const coin: Holding = {
        ...nativeCoin({ reference }),
        address: undefined,
        amount: BigInt(about.coin_balance ?? 0),
        price: readPrice(about.exchange_rate),
      }
      const held = tokens.flatMap(({ token, value }): Holding[] => {
        const address = (token.address_hash ?? token.address)?.toLowerCase()
        const decimals = Number(token.decimals ?? 0)
        const symbol = cleanText(token.symbol ?? '', 32)
        const isShown = token.type === 'ERC-20' && token.reputation !== 'scam' && value !== '0'
        // Leave out tokens without decimals, which are not currencies, and tokens without a symbol.
        if (!address || !isShown || symbol === '' || !(decimals > 0 && decimals <= 77)) return []
        const name = cleanText(token.name ?? '', 120) || symbol
        const price = readPrice(token.exchange_rate)
        return [{ address, amount: BigInt(value), name, symbol, decimals, price }]
      })
      return { holdings: [coin, ...held], coverage: 'indexed', isPriced: false }
    },
  }
}

function readPrice(rate: string | null | undefined): number | undefined {
  const price = Number(rate ?? Number.NaN)
  return price > 0 && Number.isFinite(price) ? price : undefined
}
