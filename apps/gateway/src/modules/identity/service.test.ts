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
import { namehash } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chains/shared/Chain.ts'
import { createIdentityService } from './service.ts'

const account = `0x${'a1'.repeat(20)}` as Hex
const stranger = `0x${'b2'.repeat(20)}` as Hex
const zero = `0x${'00'.repeat(20)}` as const
const log = createLog({ level: 'silent' })
const now = () => 1_800_000_000_000
const universal = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** An Ethereum node whose universal resolver knows one name. */
function mainnet({
  name = 'alice.eth',
  avatar = '',
  owner = account,
  mismatch = false,
  fails = false,
}: {
  name?: string
  avatar?: string
  /** The address that the name resolves to. */
  owner?: Hex
  /** Whether the universal resolver reverts because the name resolves to another address. */
  mismatch?: boolean
  fails?: boolean
}) {
  const calls: string[] = []
  const chain: Chain = {
    id: 'eip155:1',
    reference: '1',
    async request({ params }) {
      if (fails) throw new Error('no node')
      const [{ data }] = params as [{ data: Hex }]
      const call = decodeFunctionData({ abi: universal, data })
      if (call.functionName === 'reverseWithGateways') {
        calls.push('name')
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
      const query = decodeFunctionData({ abi: resolver, data: call.args[1] })
      expect(query.args[0]).toBe(namehash(name))
      calls.push(query.functionName)
      const result =
        query.functionName === 'addr'
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
  return { chain, calls }
}

describe('createIdentityService', () => {
  test('behavior: resolves the primary name every five minutes, and says how long the result may be kept', async () => {
    let now = 1_800_000_000_000
    const { chain, calls } = mainnet({ avatar: 'data:image/png;base64,AAAA' })
    const service = createIdentityService({ mainnet: chain, log, now: () => now })
    const first = await service.resolve({ account })
    expect(first).toEqual({
      name: 'alice.eth',
      avatar: 'data:image/png;base64,AAAA',
      resolvedAt: new Date(now).toISOString(),
      maxAge: 300,
    })
    expect(calls).toEqual(['name', 'addr', 'text'])
    now += 200_500
    expect(await service.resolve({ account })).toEqual({ ...first, maxAge: 99 })
    expect(calls).toHaveLength(3)
    now += 99_500
    expect((await service.resolve({ account })).maxAge).toBe(300)
    expect(calls).toHaveLength(6)
  })

  test('behavior: the time that the read takes counts', async () => {
    let now = 1_800_000_000_000
    const { chain } = mainnet({ avatar: 'https://slow.example/a.png' })
    const service = createIdentityService({
      mainnet: chain,
      log,
      now: () => now,
      async fetchAvatar() {
        now += 8000
        return '/v1/image?url=slow'
      },
    })
    expect((await service.resolve({ account })).maxAge).toBe(292)
  })

  test('behavior: without `fetchAvatar`, an avatar URL is left out', async () => {
    const { chain } = mainnet({ avatar: 'https://tracker.example/a.png' })
    const identity = await createIdentityService({ mainnet: chain, log }).resolve({ account })
    expect(identity).toMatchObject({ name: 'alice.eth', avatar: null })
  })

  test.each<[string, string | null | Error, string | null]>([
    ['ipfs://bafy/a.png', '/v1/images/abc', '/v1/images/abc'],
    ['eip155:1/erc721:0x1234567890123456789012345678901234567890/7', '/v1/images/nft', '/v1/images/nft'],
    ['eip155:1/erc721:0x1234567890123456789012345678901234567890/8', null, null],
    ['https://slow.example/a.png', new Error('too slow'), null],
    ['https://huge.example/a.png', `data:image/png;base64,${'A'.repeat(200_000)}`, null],
  ])('behavior: resolves the avatar %s with `fetchAvatar`', async (uri, fetched, expected) => {
    const { chain } = mainnet({ avatar: uri })
    const calls: unknown[] = []
    const service = createIdentityService({
      mainnet: chain,
      log,
      async fetchAvatar({ uri, owner }) {
        calls.push([uri, owner])
        if (fetched instanceof Error) throw fetched
        return fetched
      },
    })
    expect(await service.resolve({ account })).toMatchObject({ name: 'alice.eth', avatar: expected })
    expect(calls).toEqual([[uri, account]])
  })

  test('error: ignores a name that resolves to another address', async () => {
    for (const node of [mainnet({ owner: stranger }), mainnet({ mismatch: true })]) {
      const { name, maxAge } = await createIdentityService({ mainnet: node.chain, log, now }).resolve({
        account,
      })
      expect([name, maxAge]).toEqual([null, 300])
    }
  })

  test.each(['alice\u200b.eth', 'Alice.eth', 'a\u202eb.eth', 'аpple_х.eth'])(
    'error: ignores the name %j, which is not normalised',
    async (name) => {
      const { chain } = mainnet({ name })
      const identity = await createIdentityService({ mainnet: chain, log }).resolve({ account })
      expect(identity.name).toBeNull()
    },
  )

  test('error: a failed request yields no name and is not cached', async () => {
    let isDown = true
    const nodes = { down: mainnet({ fails: true }).chain, up: mainnet({}).chain }
    const chain: Chain = {
      ...nodes.up,
      request: (call, options) => nodes[isDown ? 'down' : 'up'].request(call, options),
    }
    const service = createIdentityService({ mainnet: chain, log, now })
    expect(await service.resolve({ account })).toMatchObject({ name: null, avatar: null, maxAge: 0 })
    isDown = false
    expect(await service.resolve({ account })).toMatchObject({ name: 'alice.eth', maxAge: 300 })
  })

  test('behavior: without an upstream for Ethereum there is no ENS name', async () => {
    const identity = await createIdentityService({ mainnet: undefined, log }).resolve({ account })
    expect(identity).toMatchObject({ name: null, avatar: null, maxAge: 300 })
  })

  test('behavior: registered names are used if there is no ENS name, as soon as they are registered', async () => {
    const registeredNames = { reverse: async () => ({ name: 'alice.portico', avatar: null }) }
    const ens = mainnet({})
    const service = createIdentityService({ mainnet: ens.chain, registeredNames, log, now })
    const first = await service.resolve({ account })
    expect([first.name, first.maxAge]).toEqual(['alice.eth', 300])
    for (const [node, maxAge] of [
      [mainnet({ owner: stranger }).chain, 300],
      [undefined, 300],
      // The ENS name, which has precedence, may be readable the next time.
      [mainnet({ fails: true }).chain, 0],
    ] as const) {
      let registered: { name: string; avatar: null } | null = null
      const registeredNames = { reverse: async () => registered }
      const service = createIdentityService({ mainnet: node, registeredNames, log, now })
      const before = await service.resolve({ account })
      expect([before.name, before.maxAge]).toEqual([null, maxAge])
      registered = { name: 'alice.portico', avatar: null }
      const after = await service.resolve({ account })
      expect([after.name, after.maxAge]).toEqual(['alice.portico', maxAge])
    }
  })

  test('behavior: ENS is read every five minutes, registered names each time', async () => {
    const { chain, calls } = mainnet({ owner: stranger })
    let reads = 0
    const registeredNames = {
      async reverse() {
        reads++
        return null
      },
    }
    const service = createIdentityService({ mainnet: chain, registeredNames, log })
    for (let count = 0; count < 3; count++) await service.resolve({ account })
    expect([calls, reads]).toEqual([['name', 'addr'], 3])
  })

  test('behavior: the avatar of a registered name is fetched every five minutes, and at once when the record changes', async () => {
    let now = 1_800_000_000_000
    let avatar = 'https://a.example/1.png'
    const calls: string[] = []
    const service = createIdentityService({
      mainnet: undefined,
      registeredNames: { reverse: async () => ({ name: 'alice.portico', avatar }) },
      fetchAvatar: async ({ uri }) => {
        calls.push(uri)
        return `/v1/images/${calls.length}`
      },
      log,
      now: () => now,
    })
    const shown = async () => (await service.resolve({ account })).avatar
    expect([await shown(), await shown()]).toEqual(['/v1/images/1', '/v1/images/1'])
    avatar = 'https://a.example/2.png'
    expect(await shown()).toBe('/v1/images/2')
    now += 301_000
    expect(await shown()).toBe('/v1/images/3')
  })
})
