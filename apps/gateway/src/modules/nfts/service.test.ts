import { randomBytes } from 'node:crypto'
import type { Nft } from '@portico/protocol/gateway'
import { createLog } from '@portico/server'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import { withoutCircuitBreaker } from '../../chains/shared/providers/withoutCircuitBreaker.ts'
import { createNftService } from './service.ts'

const account = `0x${'a1'.repeat(20)}`
const one = { id: 'eip155:1', reference: '1' } as unknown as Chain
const two = { id: 'eip155:2', reference: '2' } as unknown as Chain

const nft = (chain: string, tokenId: number): Nft => ({
  id: `${chain}:0x${'cc'.repeat(20)}/${tokenId}`,
  chainId: chain as Nft['chainId'],
  contractAddress: `${chain}:0x${'cc'.repeat(20)}`,
  tokenId: String(tokenId),
  standard: 'erc721',
  name: `#${tokenId}`,
  description: null,
  collection: { name: 'C', symbol: 'C' },
  image: null,
  quantity: '1',
})

/** A provider with a list per chain and its own page size. */
function provider(
  lists: Record<string, number[]>,
  size: number,
  id = 'test',
): NftProvider & { fails: boolean } {
  const self = {
    id,
    fails: false,
    serves: (chain: string) => chain in lists,
    cost: 1,
    rate: null,
    async page({ chain, cursor }: { chain: string; cursor: string | undefined }) {
      if (self.fails) throw new Error('down')
      const list = lists[chain] ?? []
      const from = cursor === undefined ? 0 : Number(cursor)
      const data = list.slice(from, from + size).map((tokenId) => nft(chain, tokenId))
      return { data, next: from + size < list.length ? String(from + size) : null }
    },
  }
  return self
}

function service(...providers: NftProvider[]) {
  return createNftService({
    providers: providers.map((entry) => withoutCircuitBreaker(entry)),
    cursorSecret: randomBytes(32),
    log: createLog({ level: 'silent' }),
  })
}

async function readAll(nfts: ReturnType<typeof service>, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await nfts.list({ chains: [one, two], account, limit, cursor, deadline: 0 })
    if (!page) throw new Error('not a cursor')
    expect(page.data.length).toBeLessThanOrEqual(limit)
    found.push(...page.data.map(({ chainId, tokenId }) => `${chainId} ${tokenId}`))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}

describe('createNftService', () => {
  test.each([1, 2, 3, 5, 100])('behavior: returns every NFT once for any page size (%i)', async (limit) => {
    const lists = { 'eip155:1': [9, 8, 7, 6, 5], 'eip155:2': [4, 3, 2] }
    for (const size of [1, 2, 4, 50]) {
      expect(await readAll(service(provider(lists, size)), limit)).toEqual([
        ...lists['eip155:1'].map((id) => `eip155:1 ${id}`),
        ...lists['eip155:2'].map((id) => `eip155:2 ${id}`),
      ])
    }
  })

  test('behavior: falls back to the next provider, and continues a list with the same provider', async () => {
    const first = provider({ 'eip155:1': [1, 2, 3] }, 2, 'first')
    const second = provider({ 'eip155:1': [7, 8, 9] }, 2, 'second')
    const nfts = service(first, second)
    const query = { chains: [one], account, limit: 2, deadline: 0 }
    first.fails = true
    const page = await nfts.list({ ...query, cursor: undefined })
    expect(page?.data.map(({ tokenId }) => tokenId)).toEqual(['7', '8'])
    first.fails = false
    const rest = await nfts.list({ ...query, cursor: page?.next ?? '' })
    expect(rest?.data.map(({ tokenId }) => tokenId)).toEqual(['9'])
  })

  test('behavior: reports a chain that cannot be read, and lists the others', async () => {
    const page = await service(provider({ 'eip155:2': [1] }, 5)).list({
      chains: [one, two],
      account,
      limit: 5,
      cursor: undefined,
      deadline: 0,
    })
    expect(page).toMatchObject({ data: [{ tokenId: '1' }], next: null, missing: ['eip155:1'] })
  })

  test('error: a cursor of another list, or a forged one', async () => {
    const nfts = service(provider({ 'eip155:1': [1, 2] }, 1))
    const query = { chains: [one], account, limit: 1, deadline: 0 }
    const cursor = (await nfts.list({ ...query, cursor: undefined }))?.next ?? ''
    expect(await nfts.list({ ...query, cursor })).toBeDefined()
    expect(await nfts.list({ ...query, cursor, account: `0x${'b0'.repeat(20)}` })).toBeUndefined()
    expect(await nfts.list({ ...query, cursor, chains: [two] })).toBeUndefined()
    for (const forged of [
      '',
      'x',
      `${cursor}x`,
      `e30.${cursor.split('.')[1]}`,
      Buffer.from('{}').toString('base64url'),
    ])
      if (forged !== '') expect(await nfts.list({ ...query, cursor: forged })).toBeUndefined()
  })
})
