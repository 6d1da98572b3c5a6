import { RpcError } from '@portico/protocol'
import { expect, test } from 'vitest'
import type { SolanaClient } from './createSolanaClient.ts'
import { solanaActivity } from './solanaActivity.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const account = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const context = { slot: 9 }

test('behavior: a transaction of an unsupported version does not hide others', async () => {
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getTokenAccountsByOwner: () => ({ context, value: [] }),
    getSignaturesForAddress: () => ['new', 'old'].map((signature) => ({ signature, slot: 8, err: null })),
    getTransaction([signature]) {
      if (signature === 'old') return null
      throw new RpcError({ rpcCode: -32015, message: 'Transaction version (1) is not supported' })
    },
  }
  const client = {
    id: chain,
    ask: async ({ method, params }: { method: string; params: readonly unknown[] }) =>
      answers[method]?.(params),
  } as unknown as SolanaClient
  const provider = solanaActivity({
    clients: new Map([[chain, client]]),
    mints: { read: async () => new Map() },
    metadata: { describeFrom: async () => new Map() },
  })
  const deadline = Date.now() + 60_000
  const { reader } = await provider.open({
    chain,
    account,
    from: undefined,
    limit: 10,
    until: () => deadline,
    deadline,
  })
  const shown: string[] = []
  for (;;) {
    const next = await reader.peek()
    if (next.kind !== 'entry' || !('written' in next.entry)) break
    const { hash, operationType } = next.entry.written.metadata
    shown.push(`${hash} ${operationType}`)
    reader.take()
  }
  expect(shown).toEqual(['new execute', 'old execute'])
})

test('behavior: an NFT has the name of its mint and the picture of its metadata', async () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const tokenAccount = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE'
  const holding = (amount: string) => ({
    accountIndex: 1,
    mint,
    owner: account,
    uiTokenAmount: { amount, decimals: 0 },
  })
  const answers: Record<string, unknown> = {
    getTokenAccountsByOwner: { context, value: [] },
    getSignaturesForAddress: [{ signature: 'one', slot: 8, err: null }],
    getTransaction: {
      slot: 8,
      meta: {
        err: null,
        fee: 5000n,
        preBalances: [5100n, 2_039_280n],
        postBalances: [100n, 2_039_280n],
        preTokenBalances: [holding('0')],
        postTokenBalances: [holding('1')],
      },
      transaction: {
        message: {
          accountKeys: [
            { pubkey: account, signer: false },
            { pubkey: tokenAccount, signer: false },
          ],
        },
      },
    },
  }
  const client = { id: chain, ask: async ({ method }: { method: string }) => answers[method] }
  const own = {
    name: 'Arch #7',
    symbol: '',
    uri: 'ipfs://a',
    decimals: 0,
    isNft: true,
    collection: undefined,
  }
  const asked: unknown[] = []
  const { reader } = await solanaActivity({
    clients: new Map([[chain, client as unknown as SolanaClient]]),
    mints: { read: async () => new Map([[mint, own]]) },
    metadata: {
      async describeFrom({ nfts, readUris }) {
        asked.push(await readUris(nfts))
        return new Map([[`${mint}/${mint}`, { name: 'Other', description: null, image: '/v1/image?url=a' }]])
      },
    },
  }).open({
    chain,
    account,
    from: undefined,
    limit: 10,
    until: () => Date.now() + 60_000,
    deadline: Date.now() + 60_000,
  })
  const next = await reader.peek()
  const entry = next.kind === 'entry' && 'written' in next.entry ? next.entry : undefined
  expect(entry?.written.transfers).toMatchObject([
    { nft_info: { name: 'Arch #7', content: { preview: { url: '/v1/image?url=a', content_type: null } } } },
  ])
  expect([entry?.tokens, asked]).toEqual([[mint], [['ipfs://a']]])
})
