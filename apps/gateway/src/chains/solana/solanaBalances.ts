import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceProvider, Holding } from '../shared/providers/BalanceProvider.ts'
import type { MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'
import { solanaCoin } from './solanaCoin.ts'
import { inContext, lamports } from './solanaSchemas.ts'

/** Only this many tokens, those with the largest amounts, are returned; more usually come from airdrops. */
const maxTokens = 500

/** Provides balances from Solana upstreams: SOL, and all divisible tokens of SPL Token and Token-2022. */
export function solanaBalances({
  clients,
  mints,
}: {
  clients: ReadonlyMap<CaipNetworkId, SolanaClient>
  mints: MintReader
}): BalanceProvider {
  return {
    id: 'solana',
    serves: (chain) => clients.has(chain),
    cost: 1,
    rate: null,
    async list({ chain, account, deadline }) {
      const client = clients.get(chain) as SolanaClient
      const [balance, accounts] = await Promise.all([
        client.ask(
          {
            method: 'getBalance',
            params: [account, { commitment: 'confirmed' }],
            schema: inContext(lamports),
          },
          { deadline },
        ),
        readTokenAccounts({ client, owner: account, deadline }),
      ])
      // Tokens without decimals are NFTs or the like, as on other networks.
      const held = sumByMint(accounts).filter(({ decimals }) => decimals > 0)
      const tokens = held.sort((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, maxTokens)
      const described = await mints
        .read({ client, mints: tokens.map(({ mint }) => mint), deadline })
        // Without names, the balances are still useful.
        .catch(() => new Map<string, never>())
      const holdings = tokens.map(({ mint, amount, decimals }): Holding => {
        const metadata = described.get(mint)
        const symbol = metadata?.symbol || shortAddress(mint)
        return { address: mint, amount, name: metadata?.name || symbol, symbol, decimals }
      })
      const coin: Holding = { ...solanaCoin, address: undefined, amount: balance.value }
      // Upstreams list all token accounts of an owner, so the list is complete.
      return { holdings: [coin, ...holdings], coverage: 'indexed', isPriced: false }
    },
  }
}
