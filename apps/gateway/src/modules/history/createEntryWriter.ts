import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { formatUnits, getAddress } from 'viem/utils'
import type { Chain } from '../../chain/Chain.ts'
import { nativeCoin } from '../../chain/nativeCoin.ts'
import type { NftMetadataService } from '../nfts/metadata.ts'
import type { TokenService } from '../tokens/service.ts'
import type { TokenMetadata } from '../tokens/store.ts'
import type { Entry, ReadEntry } from './createChainReader.ts'
import type { Movement } from './describeTransaction.ts'

/** Writes entries as clients get them. */
export type EntryWriter = {
  write(query: { entries: readonly Entry[]; account: string; deadline: number }): Promise<Transaction[]>
}

/** A page has many previews, so each must be small; the list of NFTs shows larger ones. */
const maxPreview = 64 * 1024

/** Adds the names of tokens and NFTs to what was read of EVM chains. A chain that does not answer for them costs the names, not the page. */
export function createEntryWriter({
  tokens,
  nfts,
}: {
  tokens: TokenService
  nfts: NftMetadataService
}): EntryWriter {
  async function describe(chain: Chain, movements: readonly Movement[], deadline: number) {
    const transfers = movements.flatMap(({ asset }) => (asset.kind === 'token' ? [asset.transfer] : []))
    const contracts = [...new Set(transfers.map(({ token }) => token))]
    const wanted = transfers.flatMap(({ token, tokenId, standard }) =>
      standard === 'erc20' || tokenId === null ? [] : [{ token, tokenId, standard }],
    )
    const [metadata, pictures] = await Promise.all([
      tokens
        .describe({ chain, addresses: contracts, deadline })
        .catch(() => new Map<string, TokenMetadata>()),
      nfts.describe({ chain, nfts: wanted, deadline }).catch(() => new Map<string, never>()),
    ])
    return { metadata, pictures }
  }

  return {
    async write({ entries: all, deadline }) {
      const entries = all.filter((entry) => 'described' in entry)
      const chains = [...new Set(entries.map(({ chain }) => chain))]
      const described = new Map(
        await Promise.all(
          chains.map(async (chain) => {
            const movements = entries
              .filter((entry) => entry.chain === chain)
              .flatMap((entry) => entry.described.movements)
            return [chain, await describe(chain, movements, deadline)] as const
          }),
        ),
      )

      function toTransfer(chain: Chain, { asset, direction, amount }: Movement): Transfer {
        if (asset.kind === 'native') {
          const { name, symbol, decimals } = nativeCoin(chain)
          return {
            fungible_info: { name, symbol, icon: null },
            direction,
            quantity: { numeric: formatUnits(BigInt(amount), decimals) },
          }
        }
        const { token, tokenId, standard } = asset.transfer
        const metadata = described.get(chain)?.metadata.get(token)
        if (standard === 'erc20') {
          const symbol = metadata?.symbol ?? `${token.slice(0, 6)}…${token.slice(-4)}`
          return {
            fungible_info: { name: metadata?.name ?? symbol, symbol, icon: null },
            direction,
            quantity: { numeric: formatUnits(BigInt(amount), metadata?.decimals ?? 0) },
          }
        }
        const picture = described.get(chain)?.pictures.get(`${token}/${tokenId}`)
        const image = picture?.image && picture.image.length <= maxPreview ? picture.image : undefined
        return {
          nft_info: {
            name: picture?.name ?? `${metadata?.name ?? 'NFT'} #${tokenId}`,
            content: image
              ? { preview: { url: image, content_type: /^data:([^;,]+)/.exec(image)?.[1] ?? null } }
              : null,
            flags: { is_spam: false },
          },
          direction,
          quantity: { numeric: amount },
        }
      }

      const toTransaction = ({
        chain,
        transaction,
        described: { operationType, movements, sentFrom, sentTo },
      }: ReadEntry): Transaction => ({
        id: `${chain.id}:${transaction.hash}`,
        metadata: {
          operationType,
          hash: transaction.hash,
          minedAt: new Date(transaction.timestamp * 1000).toISOString(),
          sentFrom: checksum(sentFrom),
          sentTo: checksum(sentTo),
          status: transaction.status === 0 ? 'failed' : 'confirmed',
          nonce: transaction.nonce,
          application: null,
          chain: chain.id,
        },
        transfers: movements.map((movement) => toTransfer(chain, movement)),
      })
      return all.map((entry) => ('written' in entry ? entry.written : toTransaction(entry)))
    },
  }
}

function checksum(address: string): string {
  return address === '' ? '' : getAddress(address)
}
