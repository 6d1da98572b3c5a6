import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceProvider, Holding } from '../../providers/BalanceProvider.ts'
import type { MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'
import { solanaCoin } from './solanaCoin.ts'
import { inContext, lamports } from './solanaSchemas.ts'

/** More tokens than this come from airdrops: the largest accounts stay. */
const maxTokens = 500

/** Balances from Solana nodes: SOL, and every token of SPL Token and Token-2022 that is no NFT. */
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
      // As on other chains: what cannot be divided is no money.
      const held = sumByMint(accounts).filter(({ decimals }) => decimals > 0)
      const tokens = held.sort((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, maxTokens)
      const described = await mints
        .read({ client, mints: tokens.map(({ mint }) => mint), deadline })
        // The names are an addition to what is there.
        .catch(() => new Map<string, never>())
      const holdings = tokens.map(({ mint, amount, decimals }): Holding => {
        const said = described.get(mint)
        const symbol = said?.symbol || shortAddress(mint)
        return { address: mint, amount, name: said?.name || symbol, symbol, decimals }
      })
      const coin: Holding = { ...solanaCoin, address: undefined, amount: balance.value }
      // A node lists all of an owner's accounts: nothing is left to be found.
      return { holdings: [coin, ...holdings], coverage: 'indexed', isPriced: false }
    },
  }
}
