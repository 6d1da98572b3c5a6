import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../chains/shared/activity/ActivityReader.ts'
import type { TokenTransfer } from '../../chains/shared/activity/TokenTransfer.ts'
import type { Movement } from '../../chains/shared/activity/TransactionDescription.ts'
import type { NftMetadataService } from '../nfts/createNftMetadataService.ts'
import type { TokenService } from '../tokens/service.ts'
import { createEntryWriter } from './createEntryWriter.ts'

const account = `0x${'a1'.repeat(20)}`
const token = `0x${'c3'.repeat(20)}`
const collection = `0x${'d4'.repeat(20)}`
const image = '/v1/image?url=ipfs%3A%2F%2Fa&sig=b'

const writer = createEntryWriter({
  tokens: {
    iconUrl: (chain: string, address: string | undefined) =>
      address === undefined ? `/coin/${chain}` : address === token ? '/token' : undefined,
    configured: (_: string, address: string) => (address === token ? { address } : undefined),
    describe: async () => new Map([[token, { name: 'Dollar', symbol: 'USD', decimals: 6 }]]),
  } as unknown as TokenService,
  nfts: {
    describe: async () => new Map([[`${collection}/7`, { name: 'Arch #7', description: null, image }]]),
  } as unknown as NftMetadataService,
})
const write = async (entry: object): Promise<(Transfer[] | null)[]> => {
  const written = await writer.write({ entries: [entry as Entry], account, deadline: Date.now() + 1000 })
  return written.map(({ transfers }) => transfers)
}

const movement = (asset: Movement['asset']): Movement => ({
  direction: 'in',
  other: account,
  asset,
  amount: '1000000',
})
const transferOf = (standard: 'erc20' | 'erc721', address: string) =>
  movement({
    kind: 'token',
    transfer: { token: address, tokenId: standard === 'erc20' ? null : '7', standard } as TokenTransfer,
  })

describe('createEntryWriter', () => {
  test('behavior: coins and tokens have their icon, and an NFT its name and picture', async () => {
    const [transfers] = await write({
      chain: { id: 'eip155:31337', reference: '31337' },
      transaction: { hash: '0x1', timestamp: 1, status: 1, nonce: 0 },
      described: {
        operationType: 'receive',
        sentFrom: account,
        sentTo: account,
        calls: [],
        movements: [
          movement({ kind: 'native' }),
          transferOf('erc20', token),
          transferOf('erc20', `0x${'e5'.repeat(20)}`),
          transferOf('erc721', collection),
        ],
      },
    })
    expect(transfers?.slice(0, 3).map(({ fungible_info }) => fungible_info?.icon)).toEqual([
      { url: '/coin/eip155:31337' },
      { url: '/token' },
      null,
    ])
    expect(transfers?.[3]?.nft_info).toMatchObject({
      name: 'Arch #7',
      content: { preview: { url: image, content_type: null } },
    })
  })

  test('behavior: of a formatted entry, only transfers of the coin have its icon', async () => {
    const sol = (): Transfer => ({
      fungible_info: { name: 'Solana', symbol: 'SOL', icon: null },
      direction: 'in',
      quantity: { numeric: '1' },
    })
    const nft: Transfer = {
      nft_info: { name: 'Arch #7', content: null, flags: { is_spam: false } },
      direction: 'in',
      quantity: { numeric: '1' },
    }
    const [transfers] = await write({
      chain: { id: 'solana:local' },
      written: { metadata: {}, transfers: [sol(), sol(), nft] } as Transaction,
      // The second one is a token with the same name.
      tokens: [undefined, 'mint', 'nft'],
    })
    expect(transfers).toEqual([
      { ...sol(), fungible_info: { name: 'Solana', symbol: 'SOL', icon: { url: '/coin/solana:local' } } },
      sol(),
      nft,
    ])
  })

  test.each<[boolean, string, object, (string | undefined)[]]>([
    [true, 'the coin', {}, [undefined]],
    [true, 'a listed token', {}, [token]],
    [true, 'both', {}, [undefined, token]],
    [false, 'a token that is not listed', {}, ['mint']],
    [false, 'the coin beside a token that is not listed', {}, [undefined, 'mint']],
    [false, 'nothing', {}, []],
    [false, 'the coin, by somebody else', { isOwn: false }, [undefined]],
    [false, 'the coin, as a trade', { operationType: 'trade' }, [undefined]],
  ])('behavior: isPayment is %s for %s', async (expected, _, metadata, tokens) => {
    const coin = { fungible_info: { name: 'Solana', symbol: 'SOL', icon: null }, quantity: { numeric: '1' } }
    const transfers = tokens.map(() => ({ ...coin, direction: 'out' as const }))
    const chain = { id: 'solana:local' }
    const own = { isOwn: true, operationType: 'send', chain: chain.id, ...metadata }
    const entry = { chain, written: { metadata: own, transfers }, tokens } as unknown as Entry
    const [written] = await writer.write({ entries: [entry], account, deadline: Date.now() + 1000 })
    expect(written?.metadata.isPayment).toBe(expected)
  })
})
