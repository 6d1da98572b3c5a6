import { type CaipNetworkId, RpcError } from '@portico/protocol'
import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { formatUnits } from 'viem/utils'
import type { WrittenEntry } from '../../modules/history/createChainReader.ts'
import type { Place } from '../../modules/history/cursor.ts'
import { mapLimited } from '../../modules/rpc/mapLimited.ts'
import type { ActivityProvider } from '../../providers/ActivityProvider.ts'
import { createPageReader, type Page, top } from '../createPageReader.ts'
import type { Mint, MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { describeSolanaTransaction, type SolanaMovement } from './describeSolanaTransaction.ts'
import { type PlacedRow, readSignatures } from './readSignatures.ts'
import { largestOf, readTokenAccounts } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'
import { solanaCoin } from './solanaCoin.ts'
import { transaction as transactionSchema } from './solanaSchemas.ts'

/** Each is a list of its own that has to be asked for; those that hold the most stay. */
const maxTokenAccounts = 40
const concurrent = 6
/** What a node says to a transaction of a later version: it is shown as one of which nothing is known. */
const unsupportedVersion = -32015

/**
 * Activity from Solana nodes: of the account and of its token accounts, as what is sent to one of those does not name the
 * account. Token accounts that were closed are not known any more.
 */
export function solanaActivity({
  clients,
  mints,
}: {
  clients: ReadonlyMap<CaipNetworkId, SolanaClient>
  mints: MintReader
}): ActivityProvider {
  async function write(
    client: SolanaClient,
    rows: readonly PlacedRow[],
    account: string,
    deadline: number,
  ): Promise<WrittenEntry[]> {
    const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
    const read = await mapLimited({
      items: rows,
      limit: concurrent,
      timeoutMs: deadline - Date.now(),
      map: ({ signature }) =>
        client
          .ask(
            { method: 'getTransaction', params: [signature, config], schema: transactionSchema },
            { deadline },
          )
          .catch((error) => {
            if (error instanceof RpcError && error.rpcCode === unsupportedVersion) return null
            throw error
          }),
    })
    if (read.includes(undefined)) throw new Error('the node did not give all transactions in time')
    const described = read.map((one) => one && describeSolanaTransaction({ transaction: one, account }))
    const wanted = described.flatMap((one) => one?.movements.flatMap(({ mint }) => mint ?? []) ?? [])
    const names = await mints
      .read({ client, mints: wanted, deadline })
      .catch((): ReadonlyMap<string, Mint> => new Map())
    return rows.map((row, index) => {
      const one = described[index]
      const timestamp = row.blockTime ?? read[index]?.blockTime ?? 0
      const written: Transaction = {
        id: `${client.id}:${row.signature}`,
        metadata: {
          operationType: one?.operationType ?? 'execute',
          hash: row.signature,
          minedAt: new Date(timestamp * 1000).toISOString(),
          sentFrom: one?.sentFrom ?? '',
          sentTo: one?.sentTo ?? '',
          status: row.err === null || row.err === undefined ? 'confirmed' : 'failed',
          nonce: 0,
          application: null,
          chain: client.id,
        },
        transfers: one?.movements.map((movement) => toTransfer(movement, names)) ?? [],
      }
      return { chain: client, timestamp, written, after: row.after }
    })
  }

  return {
    id: 'solana',
    serves: (chain) => clients.has(chain),
    cost: 1,
    rate: null,
    async open({ chain, account, from = top, limit, until, deadline }) {
      const client = clients.get(chain) as SolanaClient
      const own = await readTokenAccounts({ client, owner: account, deadline })
      const addresses = [account, ...largestOf(own, maxTokenAccounts).map(({ pubkey }) => pubkey)]
      async function load(place: Place): Promise<Page> {
        const { rows, isWhole } = await readSignatures({ client, addresses, place, limit, deadline })
        const entries = await write(client, rows, account, deadline)
        return { entries, next: isWhole ? null : (rows.at(-1)?.after ?? null) }
      }
      return { reader: createPageReader({ from, load, until }), from }
    },
  }
}

function toTransfer(
  { mint, amount, decimals, direction }: SolanaMovement,
  names: ReadonlyMap<string, Mint>,
): Transfer {
  const said = mint === undefined ? undefined : names.get(mint)
  const short = mint === undefined ? '' : shortAddress(mint)
  if (said?.isNft)
    return {
      nft_info: { name: said.name || short, content: null, flags: { is_spam: false } },
      direction,
      quantity: { numeric: amount.toString() },
    }
  const symbol = mint === undefined ? solanaCoin.symbol : said?.symbol || short
  const name = mint === undefined ? solanaCoin.name : said?.name || symbol
  return {
    fungible_info: { name, symbol, icon: null },
    direction,
    quantity: { numeric: formatUnits(amount, decimals) },
  }
}
