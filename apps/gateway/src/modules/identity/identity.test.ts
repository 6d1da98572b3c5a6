import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '@portico/protocol'
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
import { createLog } from '../../log/createLog.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
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

  test('behavior: names of our own come second, and are asked again soon', async () => {
    const ownNames = { reverse: async () => ({ name: 'alice.portico', avatar: null }) }
    const ens = mainnet({})
    const first = await createIdentityService({ mainnet: ens.chain, ownNames, log }).resolve({ account })
    expect([first.identity.name, first.maxAge]).toEqual(['alice.eth', 86_400])
    for (const [node, maxAge] of [
      [mainnet({ owner: stranger }).chain, 300],
      [undefined, 300],
      [mainnet({ fails: true }).chain, 0],
    ] as const) {
      const second = await createIdentityService({ mainnet: node, ownNames, log }).resolve({ account })
      expect([second.identity.name, second.maxAge]).toEqual(['alice.portico', maxAge])
    }
  })
})

describe('GET /v1/identity/{address}', () => {
  test('behavior: an account of another family has no name here', async () => {
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const response = await get(`/v1/identity/${solana}`)
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(await response.json()).toMatchObject({ name: null, avatar: null })
  })
})

const folder = process.env.VECTORS_DIR
const vectors: { cases: { name: string; namehash: string; dnsEncoded?: string; strictRfc1035?: boolean }[] } =
  folder ? load(folder) : { cases: [] }

function load(folder: string) {
  const read = JSON.parse(readFileSync(join(folder, 'ens-resolution/names.json'), 'utf8'))
  return { cases: [...read.normative.cases, ...(read.own.cases ?? read.own)] }
}

describe.skipIf(!folder)('names of ERC-137 and ENSIP-10 (needs VECTORS_DIR)', () => {
  test('behavior: what the universal resolver is asked with', () => {
    expect(vectors.cases.length).toBeGreaterThan(10)
    for (const { name, namehash: expected, dnsEncoded, strictRfc1035 } of vectors.cases) {
      expect([name, namehash(name)]).toEqual([name, expected])
      if (dnsEncoded && strictRfc1035)
        expect([name, bytesToHex(packetToBytes(name))]).toEqual([name, dnsEncoded])
    }
  })
})
