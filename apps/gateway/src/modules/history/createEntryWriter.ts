import type { CaipNetworkId } from '@portico/protocol'
import type { Transaction, TransactionCall, Transfer } from '@portico/protocol/gateway'
import { formatUnits, getAddress } from 'viem/utils'
import type { Entry, FormattedEntry, ReadEntry } from '../../chains/shared/activity/ActivityReader.ts'
import type { CallDescription, Movement } from '../../chains/shared/activity/TransactionDescription.ts'
import { toNftContent } from '../../chains/shared/activity/toNftContent.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { NftMetadataService } from '../nfts/createNftMetadataService.ts'
import type { TokenService } from '../tokens/service.ts'
import type { TokenMetadata } from '../tokens/store.ts'

/** Converts activity entries to the transactions that clients receive. */
export type EntryWriter = {
  write(query: { entries: readonly Entry[]; account: string; deadline: number }): Promise<Transaction[]>
}

/**
 * Creates the writer, which adds the names and images of tokens and NFTs to entries of EVM chains, and to all the icons of coins and
 * whether they are payments. If a chain cannot be read, its names are missing, but the page is complete.
 */
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
    const nftIds = transfers.flatMap(({ token, tokenId, standard }) =>
      standard === 'erc20' || tokenId === null ? [] : [{ token, tokenId, standard }],
    )
    const [metadata, nftMetadata] = await Promise.all([
      tokens
        .describe({ chain, addresses: contracts, deadline })
        .catch(() => new Map<string, TokenMetadata>()),
      nfts.describe({ chain, nfts: nftIds, deadline }).catch(() => new Map<string, never>()),
    ])
    return { metadata, nftMetadata }
  }

  const iconOf = (chain: CaipNetworkId, token?: string) => {
    const url = tokens.iconUrl(chain, token)
    return url === undefined ? null : { url }
  }

  const isKnown = (chain: CaipNetworkId, token: string | undefined) =>
    token === undefined || tokens.configured(chain, token) !== undefined

  /** Adds whether the account has paid `sentTo`; `sent` are the tokens that have left it, undefined for the coin. */
  const withPayment = (written: Transaction, sent: readonly (string | undefined)[]): Transaction => {
    const { isOwn, operationType, chain, sentTo } = written.metadata
    const isPayment =
      isOwn === true &&
      operationType === 'send' &&
      sentTo !== '' &&
      sent.length > 0 &&
      sent.every((token) => isKnown(chain as CaipNetworkId, token))
    return { ...written, metadata: { ...written.metadata, isPayment } }
  }

  const complete = ({ chain, written, tokens }: FormattedEntry): Transaction => {
    const transfers = written.transfers?.map(({ fungible_info: info, ...transfer }, index) => {
      if (!info) return transfer
      const isCoin = tokens[index] === undefined
      return { ...transfer, fungible_info: isCoin ? { ...info, icon: iconOf(chain.id) } : info }
    })
    const sent = tokens.filter((_, index) => transfers?.[index]?.direction === 'out')
    return withPayment({ ...written, transfers: transfers ?? null }, sent)
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
              .flatMap(({ described: { movements, fee } }) => (fee ? [...movements, fee] : movements))
            return [chain, await describe(chain, movements, deadline)] as const
          }),
        ),
      )

      function toTransfer(chain: Chain, { asset, direction, amount }: Movement): Transfer {
        if (asset.kind === 'native') {
          const { name, symbol, decimals } = nativeCoin(chain)
          return {
            fungible_info: { name, symbol, icon: iconOf(chain.id) },
            direction,
            quantity: { numeric: formatUnits(BigInt(amount), decimals) },
          }
        }
        const { token, tokenId, standard } = asset.transfer
        const metadata = described.get(chain)?.metadata.get(token)
        if (standard === 'erc20') {
          const symbol = metadata?.symbol ?? `${token.slice(0, 6)}…${token.slice(-4)}`
          return {
            fungible_info: { name: metadata?.name ?? symbol, symbol, icon: iconOf(chain.id, token) },
            direction,
            quantity: { numeric: formatUnits(BigInt(amount), metadata?.decimals ?? 0) },
          }
        }
        const nft = described.get(chain)?.nftMetadata.get(`${token}/${tokenId}`)
        return {
          nft_info: {
            name: nft?.name ?? `${metadata?.name ?? 'NFT'} #${tokenId}`,
            content: toNftContent(nft?.image),
            flags: { is_spam: false },
          },
          direction,
          quantity: { numeric: amount },
        }
      }

      function toCall(chain: Chain, { operationType, sentTo, movement }: CallDescription): TransactionCall {
        const isPayment =
          operationType === 'send' && movement?.direction === 'out' && isKnown(chain.id, tokenOf(movement))
        const transfer = movement && { transfer: toTransfer(chain, movement) }
        return { operationType, sentTo: checksum(sentTo), isPayment, ...transfer }
      }

      const toTransaction = ({
        chain,
        transaction,
        described: { operationType, isOwn, isFailed, movements, calls, fee, sentFrom, sentTo },
      }: ReadEntry): Transaction => {
        const sent = movements.flatMap((movement) =>
          movement.direction === 'out' ? [tokenOf(movement)] : [],
        )
        const written = {
          id: `${chain.id}:${transaction.hash}`,
          metadata: {
            operationType,
            hash: transaction.hash,
            minedAt: new Date(transaction.timestamp * 1000).toISOString(),
            sentFrom: checksum(sentFrom),
            sentTo: checksum(sentTo),
            status: isFailed ? 'failed' : 'confirmed',
            nonce: transaction.nonce,
            application: null,
            chain: chain.id,
            isOwn,
          },
          transfers: movements.map((movement) => toTransfer(chain, movement)),
          ...(calls.length > 0 ? { calls: calls.map((call) => toCall(chain, call)) } : {}),
          ...(fee ? { fee: toTransfer(chain, fee) } : {}),
        } satisfies Transaction
        return withPayment(written, sent)
      }
      return all.map((entry) => ('written' in entry ? complete(entry) : toTransaction(entry)))
    },
  }
}

/** The token's contract; undefined for the coin. */
function tokenOf({ asset }: Movement): string | undefined {
  return asset.kind === 'token' ? asset.transfer.token : undefined
}

function checksum(address: string): string {
  return address === '' ? '' : getAddress(address)
}
