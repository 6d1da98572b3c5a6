import type { ServerResponse } from 'node:http'
import { createLog } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { encodeAbiParameters } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { NftId } from '../../chains/evm/indexer/IndexStore.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import { createSafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { startTlsSite } from '../../testing/startTlsSite.ts'
import { createAvatars } from '../identity/createAvatars.ts'
import { createMemoryBlobStore } from '../images/createMemoryBlobStore.ts'
import { createImageService } from '../images/service.ts'
import { createNftMetadataService } from './createNftMetadataService.ts'
import { createNftStore } from './store.ts'

const token = `0x${'aa'.repeat(20)}`
const owner = `0x${'11'.repeat(20)}`
const key = `${token}/1`
const nft = (tokenId = '1', standard: 'erc721' | 'erc1155' = 'erc721') =>
  ({ token, tokenId, standard }) as NftId
const nothing = { name: null, description: null, image: null }
const json = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A chain whose contracts all point at `uri`, and belong to `holder`. */
function chainOf({ uri, holder = owner }: { uri: () => string; holder?: string }): Chain & { calls: number } {
  const answer = (data: string) => {
    if (data.startsWith('0x6352211e')) return `0x${holder.slice(2).padStart(64, '0')}`
    if (data.startsWith('0x00fdd58e')) return `0x${'0'.repeat(63)}1`
    return encodeAbiParameters([{ type: 'string' }], [uri()])
  }
  const chain = {
    id: 'eip155:1' as const,
    reference: '1',
    /** Number of tokenURI calls. */
    calls: 0,
    // The chain has no Multicall3.
    request: async () => '0x',
    async requestMany(calls: readonly { params: readonly unknown[] }[]) {
      const data = calls.map(({ params }) => (params[0] as { data: string }).data)
      chain.calls += data.filter((call) => call.startsWith('0xc87b56dd')).length
      return data.map(answer)
    },
  }
  return chain
}

async function start({
  uri,
  pages = {},
  ipfs = [],
  holder,
}: {
  uri: string | (() => string)
  pages?: Record<string, (response: ServerResponse) => void>
  ipfs?: string[]
  holder?: string
}) {
  const site = await startTlsSite({
    behave: (request, response) => {
      const page = pages[request.url ?? '']
      if (page) page(response)
      else response.writeHead(500).end()
    },
  })
  const clock = { now: 1_800_000_000_000 }
  const now = () => clock.now
  const dataDir = tempFolder()
  const database = await openDatabase({ dataDir, now } as Parameters<typeof openDatabase>[0])
  onTestFinished(() => database.destroy())
  const gateways = { ipfs, arweave: [] }
  const safeFetch = createSafeFetch({ resolve: async () => ['93.184.216.34'], connect: site.connect })
  onTestFinished(() => safeFetch.close())
  const secret = Buffer.alloc(32, 7)
  const images = createImageService({
    safeFetch,
    gateways,
    blobs: createMemoryBlobStore({ maxBytes: 1e7 }),
    secret,
    now,
  })
  const chain = chainOf({
    uri: typeof uri === 'string' ? () => uri : uri,
    ...(holder === undefined ? {} : { holder }),
  })
  const store = createNftStore({ database })
  const log = createLog({ level: 'silent' })
  const service = createNftMetadataService({ store, images, safeFetch, gateways, log, now })
  const read = async (...nfts: NftId[]) =>
    service.describe({ chain, nfts: nfts.length > 0 ? nfts : [nft()], deadline: Date.now() + 60_000 })
  const avatars = createAvatars({ chains: new Map([[chain.id, chain]]), images, safeFetch, gateways })
  return { site, clock, chain, service, read, avatars }
}

describe('createNftMetadataService', () => {
  test('behavior: remote metadata comes with the next read; the first read does not wait', async () => {
    let answer = (_: ServerResponse) => {}
    const { read, service, site } = await start({
      uri: 'https://example.com/1.json',
      pages: { '/1.json': (response) => answer(response) },
    })
    // The site has not responded yet.
    let release = () => {}
    const requested = new Promise<void>((resolve) => {
      answer = (response) => {
        resolve()
        release = () =>
          json({ name: '\u202eOne', description: 'First.', image: 'https://example.com/1.png' })(response)
      }
    })
    expect((await read()).get(key)).toEqual(nothing)
    await requested
    expect((await read()).get(key)).toEqual(nothing)
    release()
    await service.idle()
    expect((await read()).get(key)).toEqual({
      name: 'One',
      description: 'First.',
      image: expect.stringMatching(/^\/v1\/image\?url=https%3A%2F%2Fexample\.com%2F1\.png&sig=[\w-]{22}$/),
    })
    expect(site.requests).toHaveLength(1)
  })

  test('behavior: substitutes {id} in the URI of an ERC-1155', async () => {
    const hex = '1f'.padStart(64, '0')
    const { read, service } = await start({
      uri: 'http://example.com/{id}.json',
      pages: { [`/${hex}.json`]: json({ name: 'Thirty-one' }) },
    })
    await read(nft('31', 'erc1155'))
    await service.idle()
    expect((await read(nft('31', 'erc1155'))).get(`${token}/31`)?.name).toBe('Thirty-one')
  })

  test('behavior: reads metadata and image from IPFS through a gateway', async () => {
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    const { read, service } = await start({
      uri: `ipfs://${cid}/1`,
      ipfs: ['https://example.org'],
      pages: { [`/ipfs/${cid}/1`]: json({ name: 'A', image: `ipfs://${cid}/1.png` }) },
    })
    await read()
    await service.idle()
    expect((await read()).get(key)).toMatchObject({
      name: 'A',
      image: expect.stringMatching(/^\/v1\/image\?url=ipfs/),
    })
  })

  test('behavior: without an IPFS gateway, sends no requests and reads the contract once an hour', async () => {
    const { read, service, site, chain, clock } = await start({
      uri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    })
    for (let time = 0; time < 3; time++) expect((await read()).get(key)).toEqual(nothing)
    await service.idle()
    expect([site.dialled.length, chain.calls]).toEqual([0, 1])
    clock.now += 3_600_000
    await read()
    expect(chain.calls).toBe(2)
  })

  test('behavior: refreshes after a day; until then, and on failure, returns the cached metadata', async () => {
    let text = json({ name: 'Old' })
    const { read, service, site, clock } = await start({
      uri: 'https://example.com/1',
      pages: { '/1': (response) => text(response) },
    })
    await read()
    await service.idle()
    clock.now += 25 * 3_600_000
    text = (response) => response.writeHead(500).end()
    expect((await read()).get(key)?.name).toBe('Old')
    await service.idle()
    expect((await read()).get(key)?.name).toBe('Old')
    clock.now += 60_000
    text = json({ name: 'New' })
    await read()
    await service.idle()
    expect((await read()).get(key)?.name).toBe('New')
    expect(site.requests).toHaveLength(3)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')],
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"name":"a"}')],
    ['a list', json([{ name: 'a' }])],
    ['more than a megabyte', json({ name: 'a', description: 'b'.repeat(1_100_000) })],
    ['a redirect inside', (response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end()],
  ])('error: %s is ignored, and retried with increasing delays', async (_, page) => {
    const { read, service, site, clock } = await start({
      uri: 'https://example.com/1',
      pages: { '/1': page },
    })
    const tries: number[] = []
    for (const pause of [0, 59_000, 1_000, 60_000, 179_000, 1_000]) {
      clock.now += pause
      expect((await read()).get(key)).toEqual(nothing)
      await service.idle()
      tries.push(site.requests.length)
    }
    expect(tries).toEqual([1, 1, 2, 2, 2, 3])
  })

  test.each([
    'http://127.0.0.1:4401/metrics',
    'https://localhost/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
  ])('error: never requests %s', async (uri) => {
    const { read, service, site } = await start({ uri })
    expect((await read()).get(key)).toEqual(nothing)
    await service.idle()
    expect(site.dialled).toEqual([])
  })
})

describe('createAvatars', () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  const metadata = `data:application/json,${JSON.stringify({ image: picture })}`

  test('behavior: an image on the web, on IPFS, or inline in the record', async () => {
    const { avatars, site } = await start({ uri: '', ipfs: ['https://example.org'] })
    const resolve = (uri: string) => avatars.resolve({ uri, owner })
    expect(await resolve('https://example.com/a.png')).toMatch(/^\/v1\/image\?url=https/)
    expect(await resolve('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKhL7m')).toMatch(
      /^\/v1\/image\?url=ipfs/,
    )
    expect(await resolve(picture)).toBe(picture)
    expect(site.dialled).toEqual([])
  })

  test('behavior: an NFT of the owner', async () => {
    const inside = await start({ uri: metadata })
    for (const standard of ['erc721', 'erc1155'])
      expect(await inside.avatars.resolve({ uri: `eip155:1/${standard}:${token}/1`, owner })).toBe(picture)
    const { avatars } = await start({
      uri: 'https://example.com/1',
      pages: { '/1': json({ image: 'https://example.com/1.png' }) },
    })
    expect(await avatars.resolve({ uri: `eip155:1/erc721:${token}/1`, owner })).toMatch(/^\/v1\/image\?url=/)
  })

  test('error: an NFT of another owner, of an unknown chain, or that does not exist', async () => {
    const { avatars } = await start({ uri: metadata, holder: `0x${'22'.repeat(20)}` })
    for (const uri of [
      `eip155:1/erc721:${token}/1`,
      `eip155:10/erc721:${token}/1`,
      `eip155:1/erc721:${token}/${'9'.repeat(78)}`,
      `eip155:1/erc20:${token}/1`,
    ])
      expect(await avatars.resolve({ uri, owner })).toBeNull()
  })

  test.each(['', 'javascript:alert(1)', 'data:text/html,<script>', 'data:image/png,"onerror=', 'alice.eth'])(
    'error: %s is not an image',
    async (uri) => {
      const { avatars } = await start({ uri: '' })
      expect(await avatars.resolve({ uri, owner })).toBeNull()
    },
  )
})
