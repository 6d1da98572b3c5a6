import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '@portico/protocol'
import { createLog } from '@portico/server'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
} from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { bytesToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chain/Chain.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { createNameStore } from '../names/store.ts'
import { createIdentityService } from './service.ts'

const account = `0x${'a1'.repeat(20)}` as Hex
const stranger = `0x${'b2'.repeat(20)}` as Hex
const zero = `0x${'00'.repeat(20)}` as const
const log = createLog({ level: 'silent' })
const universal = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** A node of Ethereum whose universal resolver knows one name. */
function mainnet({
  name = 'alice.eth',
  avatar = '',
  owner = account,
  mismatch = false,
  fails = false,
}: {
  name?: string
  avatar?: string
  /** Whom the name points at. */
  owner?: Hex
  /** The universal resolver itself finds that the name points at somebody else. */
  mismatch?: boolean
  fails?: boolean
}) {
  const asked: string[] = []
  const chain: Chain = {
    id: 'eip155:1',
    reference: '1',
    async request({ params }) {
      if (fails) throw new Error('no node')
      const [{ data }] = params as [{ data: Hex }]
      const call = decodeFunctionData({ abi: universal, data })
      if (call.functionName === 'reverseWithGateways') {
        asked.push('name')
        if (mismatch) {
          const args = [name, stranger] as const
          const data = encodeErrorResult({ abi: universal, errorName: 'ReverseAddressMismatch', args })
          throw new RpcError({ rpcCode: 3, message: 'execution reverted', data })
        }
        return encodeFunctionResult({
          abi: universal,
          functionName: 'reverseWithGateways',
          result: [name, zero, zero],
        })
      }
      const question = decodeFunctionData({ abi: resolver, data: call.args[1] })
      expect(question.args[0]).toBe(namehash(name))
      asked.push(question.functionName)
      const result =
        question.functionName === 'addr'
          ? encodeAbiParameters([{ type: 'address' }], [owner])
          : encodeAbiParameters([{ type: 'string' }], [avatar])
      return encodeFunctionResult({
        abi: universal,
        functionName: 'resolveWithGateways',
        result: [result, zero],
      })
    },
    requestMany: async () => [],
  }
  return { chain, asked }
}

describe('createIdentityService', () => {
  test('behavior: the primary name, asked once a day', async () => {
    let now = 1_800_000_000_000
    const { chain, asked } = mainnet({ avatar: 'data:image/png;base64,AAAA' })
    const service = createIdentityService({ mainnet: chain, log, now: () => now })
    const first = await service.resolve({ account })
    expect(first).toEqual({
      identity: {
        name: 'alice.eth',
        avatar: 'data:image/png;base64,AAAA',
        resolvedAt: new Date(now).toISOString(),
      },
      maxAge: 86_400,
    })
    expect(asked).toEqual(['name', 'addr', 'text'])
    now += 1000_000
    expect(await service.resolve({ account })).toEqual({ identity: first.identity, maxAge: 85_400 })
    expect(asked).toHaveLength(3)
    now += 86_400_000
    expect((await service.resolve({ account })).maxAge).toBe(86_400)
    expect(asked).toHaveLength(6)
  })

  test('behavior: without somebody who fetches pictures one on the web is left out', async () => {
    const { chain } = mainnet({ avatar: 'https://tracker.example/a.png' })
    const { identity } = await createIdentityService({ mainnet: chain, log }).resolve({ account })
    expect(identity).toMatchObject({ name: 'alice.eth', avatar: null })
  })

  test.each<[string, string | null | Error, string | null]>([
    ['ipfs://bafy/a.png', '/v1/images/abc', '/v1/images/abc'],
    ['eip155:1/erc721:0x1234567890123456789012345678901234567890/7', '/v1/images/nft', '/v1/images/nft'],
    ['eip155:1/erc721:0x1234567890123456789012345678901234567890/8', null, null],
    ['https://slow.example/a.png', new Error('too slow'), null],
    ['https://huge.example/a.png', `data:image/png;base64,${'A'.repeat(200_000)}`, null],
  ])('behavior: the picture of %s by whoever fetches pictures', async (uri, fetched, expected) => {
    const { chain } = mainnet({ avatar: uri })
    const asked: unknown[] = []
    const service = createIdentityService({
      mainnet: chain,
      log,
      async fetchAvatar({ uri, owner }) {
        asked.push([uri, owner])
        if (fetched instanceof Error) throw fetched
        return fetched
      },
    })
    expect((await service.resolve({ account })).identity).toMatchObject({
      name: 'alice.eth',
      avatar: expected,
    })
    expect(asked).toEqual([[uri, account]])
  })

  test('error: a name that points at somebody else is none', async () => {
    for (const node of [mainnet({ owner: stranger }), mainnet({ mismatch: true })]) {
      const { identity, maxAge } = await createIdentityService({ mainnet: node.chain, log }).resolve({
        account,
      })
      expect([identity.name, maxAge]).toEqual([null, 86_400])
    }
  })

  test.each(['alice\u200b.eth', 'Alice.eth', 'a\u202eb.eth', 'аpple_х.eth'])(
    'error: %j, which is not spelled as it should be, is none',
    async (name) => {
      const { chain } = mainnet({ name })
      const { identity } = await createIdentityService({ mainnet: chain, log }).resolve({ account })
      expect(identity.name).toBeNull()
    },
  )

  test('error: without an answer there is no name, and it is asked again', async () => {
    const { chain } = mainnet({ fails: true })
    for (const node of [chain, undefined]) {
      const { identity, maxAge } = await createIdentityService({ mainnet: node, log }).resolve({ account })
      expect([identity.name, identity.avatar, maxAge]).toEqual([null, null, 0])
    }
  })

  test('behavior: names of our own come second, and count from the moment they are registered', async () => {
    const ownNames = { reverse: async () => ({ name: 'alice.portico', avatar: null }) }
    const ens = mainnet({})
    const first = await createIdentityService({ mainnet: ens.chain, ownNames, log }).resolve({ account })
    expect([first.identity.name, first.maxAge]).toEqual(['alice.eth', 86_400])
    for (const node of [mainnet({ owner: stranger }).chain, undefined, mainnet({ fails: true }).chain]) {
      let own: { name: string; avatar: null } | null = null
      const ownNames = { reverse: async () => own }
      const service = createIdentityService({ mainnet: node, ownNames, log })
      const before = await service.resolve({ account })
      expect([before.identity.name, before.maxAge]).toEqual([null, 0])
      own = { name: 'alice.portico', avatar: null }
      const after = await service.resolve({ account })
      expect([after.identity.name, after.maxAge]).toEqual(['alice.portico', 0])
    }
  })

  test('behavior: ENS is asked once a day, though names of our own are read each time', async () => {
    const { chain, asked } = mainnet({ owner: stranger })
    let reads = 0
    const ownNames = {
      async reverse() {
        reads++
        return null
      },
    }
    const service = createIdentityService({ mainnet: chain, ownNames, log })
    for (let count = 0; count < 3; count++) await service.resolve({ account })
    expect([asked, reads]).toEqual([['name', 'addr'], 3])
  })

  test('behavior: the picture of a name of our own is fetched now and then, and at once when it is another', async () => {
    let now = 1_800_000_000_000
    let avatar = 'https://a.example/1.png'
    const asked: string[] = []
    const service = createIdentityService({
      mainnet: undefined,
      ownNames: { reverse: async () => ({ name: 'alice.portico', avatar }) },
      fetchAvatar: async ({ uri }) => {
        asked.push(uri)
        return `/v1/images/${asked.length}`
      },
      log,
      now: () => now,
    })
    const shown = async () => (await service.resolve({ account })).identity.avatar
    expect([await shown(), await shown()]).toEqual(['/v1/images/1', '/v1/images/1'])
    avatar = 'https://a.example/2.png'
    expect(await shown()).toBe('/v1/images/2')
    now += 301_000
    expect(await shown()).toBe('/v1/images/3')
  })
})

describe('GET /v1/identity/{address}', () => {
  test('behavior: an account is known by the name it registered, and not by one that others point at it', async () => {
    const { get, services } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    const store = createNameStore({ database: services.database })
    const nameOf = async (address: string) =>
      ((await (await get(`/v1/identity/${address}`)).json()) as { name: string | null }).name
    await store.register({
      name: 'mallory.portico.local',
      owner: `60:${stranger}`,
      coinType: 60,
      address: stranger,
      now: 1,
    })
    await store.setAddress({
      name: 'mallory.portico.local',
      owner: `60:${stranger}`,
      coinType: 2_147_483_658,
      address: account,
      now: 1,
    })
    expect(await nameOf(account)).toBeNull()
    await store.register({
      name: 'alice.portico.local',
      owner: `60:${account}`,
      coinType: 60,
      address: account,
      now: 2,
    })
    expect(await nameOf(account)).toBe('alice.portico.local')
    expect(await nameOf(stranger)).toBe('mallory.portico.local')
    await store.release({ name: 'alice.portico.local', owner: `60:${account}`, now: 3 })
    expect(await nameOf(account)).toBeNull()
  })

  test('behavior: an account of another family has no name here', async () => {
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const response = await get(`/v1/identity/${solana}`)
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(await response.json()).toMatchObject({ name: null, avatar: null })
  })
})

const file = join(
  process.env.VECTORS_DIR ?? join(import.meta.dirname, '../../../../../../shared/vectors'),
  'ens-resolution/names.json',
)
// In CI they must be there; on a machine without them the name says what is missing.
const isAbsent = !process.env.CI && !existsSync(file)
const vectors: { cases: { name: string; namehash: string; dnsEncoded?: string; strictRfc1035?: boolean }[] } =
  isAbsent ? { cases: [] } : load()

function load() {
  const read = JSON.parse(readFileSync(file, 'utf8'))
  return { cases: [...read.normative.cases, ...(read.own.cases ?? read.own)] }
}

describe.skipIf(isAbsent)(
  `names of ERC-137 and ENSIP-10${isAbsent ? ' (skipped: no published vectors; set VECTORS_DIR)' : ''}`,
  () => {
    test('behavior: what the universal resolver is asked with', () => {
      expect(vectors.cases.length).toBeGreaterThan(10)
      for (const { name, namehash: expected, dnsEncoded, strictRfc1035 } of vectors.cases) {
        expect([name, namehash(name)]).toEqual([name, expected])
        if (dnsEncoded && strictRfc1035)
          expect([name, bytesToHex(packetToBytes(name))]).toEqual([name, dnsEncoded])
      }
    })
  },
)
