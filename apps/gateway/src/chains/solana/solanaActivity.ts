import { type CaipNetworkId, RpcError } from '@portico/protocol'
import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { formatUnits } from 'viem/utils'
import type { FormattedEntry } from '../shared/activity/ActivityReader.ts'
import { createPageReader, listStart, type Page } from '../shared/activity/createPageReader.ts'
import type { Position } from '../shared/activity/cursor.ts'
import { toNftContent } from '../shared/activity/toNftContent.ts'
import { mapLimited } from '../shared/mapLimited.ts'
import type { ActivityProvider } from '../shared/providers/ActivityProvider.ts'
import type { NftMetadata, NftMetadataReader } from '../shared/providers/NftMetadata.ts'
import type { Mint, MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { describeSolanaTransaction, type SolanaMovement } from './describeSolanaTransaction.ts'
import { type PositionedRow, readSignatures } from './readSignatures.ts'
import { largestOf, readTokenAccounts } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'
import { solanaCoin } from './solanaCoin.ts'
import { transaction as transactionSchema } from './solanaSchemas.ts'

/** Each token account needs a request of its own, so only those with the largest balances are read. */
const maxTokenAccounts = 40
const concurrent = 6
/** The error code for a transaction version that is not supported; it is shown without details. */
const unsupportedVersion = -32015

/**
 * Provides activity from Solana upstreams: that of the account and of its token accounts, as transfers to a token
 * account do not mention the owner. Closed token accounts are missing.
 */
export function solanaActivity({
  clients,
  mints,
  metadata,
}: {
  clients: ReadonlyMap<CaipNetworkId, SolanaClient>
  mints: MintReader
  metadata: NftMetadataReader
}): ActivityProvider {
  async function formatEntries(
    client: SolanaClient,
    rows: readonly PositionedRow[],
    account: string,
    deadline: number,
  ): Promise<FormattedEntry[]> {
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
    if (read.includes(undefined)) throw new Error('the upstream did not return all transactions in time')
    const described = read.map((one) => one && describeSolanaTransaction({ transaction: one, account }))
    const mintAddresses = described.flatMap((one) => one?.movements.flatMap(({ mint }) => mint ?? []) ?? [])
    const names = await mints
      .read({ client, mints: mintAddresses, deadline })
      .catch((): ReadonlyMap<string, Mint> => new Map())
    const nfts = [...new Set(mintAddresses)].filter((mint) => names.get(mint)?.isNft)
    const images = await metadata
      .describeFrom({
        chain: client.id,
        nfts: nfts.map((mint) => ({ token: mint, tokenId: mint })),
        readUris: async (unknown) => unknown.map(({ token }) => names.get(token)?.uri),
        deadline,
      })
      .catch((): ReadonlyMap<string, NftMetadata> => new Map())
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
          isOwn: one?.isOwn ?? false,
        },
        transfers: one?.movements.map((movement) => toTransfer(movement, names, images)) ?? [],
      }
      const tokens = (one?.movements ?? []).map(({ mint }) => mint)
      return { chain: client, timestamp, written, tokens, after: row.after }
    })
  }

  return {
    id: 'solana',
    serves: (chain) => clients.has(chain),
    cost: 1,
    rate: null,
    async open({ chain, account, from = listStart, limit, until, deadline }) {
      const client = clients.get(chain) as SolanaClient
      const own = await readTokenAccounts({ client, owner: account, deadline })
      const addresses = [account, ...largestOf(own, maxTokenAccounts).map(({ pubkey }) => pubkey)]
      async function load(position: Position): Promise<Page> {
        const { rows, isComplete } = await readSignatures({ client, addresses, position, limit, deadline })
        const entries = await formatEntries(client, rows, account, deadline)
        return { entries, next: isComplete ? null : (rows.at(-1)?.after ?? null) }
      }
      return { reader: createPageReader({ from, load, until }), from }
    },
  }
}

function toTransfer(
  { mint, amount, decimals, direction }: SolanaMovement,
  names: ReadonlyMap<string, Mint>,
  images: ReadonlyMap<string, NftMetadata>,
): Transfer {
  const metadata = mint === undefined ? undefined : names.get(mint)
  const short = mint === undefined ? '' : shortAddress(mint)
  if (metadata?.isNft) {
    const { name, image } = images.get(`${mint}/${mint}`) ?? {}
    return {
      nft_info: {
        // On-chain metadata takes precedence over the document at the URI.
        name: metadata.name || name || short,
        content: toNftContent(image),
        flags: { is_spam: false },
      },
      direction,
      quantity: { numeric: amount.toString() },
    }
  }
  const symbol = mint === undefined ? solanaCoin.symbol : metadata?.symbol || short
  const name = mint === undefined ? solanaCoin.name : metadata?.name || symbol
  return {
    fungible_info: { name, symbol, icon: null },
    direction,
    quantity: { numeric: formatUnits(amount, decimals) },
  }
}
