import { encodeAbiParameters, encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chain/Chain.ts'
import { createLog } from '../../log/createLog.ts'
import { createIdentityService } from './service.ts'

const account = `0x${'a1'.repeat(20)}`
const log = createLog({ level: 'silent' })
const reverseAbi = parseAbi([
  'function reverseWithGateways(bytes, uint256, string[]) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes, bytes, string[]) view returns (bytes, address)',
])

/** A node of Ethereum whose universal resolver knows one name. */
function mainnet({ name, avatar, fails = false }: { name: string; avatar: string; fails?: boolean }) {
  let calls = 0
  const chain: Chain = {
    id: 'eip155:1',
    reference: '1',
    async request({ params }) {
      calls++
      if (fails) throw new Error('no node')
      const [{ data }] = params as [{ data: string }]
      const zero = `0x${'00'.repeat(20)}` as const
      // Two questions: which name, then its text record.
      if (data.startsWith('0x82c341df') || calls === 1)
        return encodeFunctionResult({
          abi: reverseAbi,
          functionName: 'reverseWithGateways',
          result: [name, zero, zero],
        })
      const text = encodeAbiParameters([{ type: 'string' }], [avatar])
      return encodeFunctionResult({
        abi: reverseAbi,
        functionName: 'resolveWithGateways',
        result: [text, zero],
      })
    },
    requestMany: async () => [],
  }
  return { chain, calls: () => calls }
}

describe('createIdentityService', () => {
  test('behavior: the primary name, asked once a day', async () => {
    let now = 1_800_000_000_000
    const { chain, calls } = mainnet({ name: 'alice.eth', avatar: 'data:image/png;base64,AAAA' })
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
    const asked = calls()
    now += 1000_000
    expect(await service.resolve({ account })).toEqual({ identity: first.identity, maxAge: 85_400 })
    expect(calls()).toBe(asked)
  })

  test('behavior: a picture on the web is left out: to load it would tell its owner who looks', async () => {
    const { chain } = mainnet({ name: 'alice.eth', avatar: 'https://tracker.example/a.png' })
    const { identity } = await createIdentityService({ mainnet: chain, log }).resolve({ account })
    expect(identity).toMatchObject({ name: 'alice.eth', avatar: null })
  })

  test('error: a name with hidden characters is none', async () => {
    const { chain } = mainnet({ name: 'alice\u200b.eth', avatar: '' })
    const { identity } = await createIdentityService({ mainnet: chain, log }).resolve({ account })
    expect(identity.name).toBeNull()
  })

  test('error: without an answer there is no name, and it is asked again', async () => {
    const { chain } = mainnet({ name: '', avatar: '', fails: true })
    for (const node of [chain, undefined]) {
      const { identity, maxAge } = await createIdentityService({ mainnet: node, log }).resolve({ account })
      expect([identity.name, identity.avatar, maxAge]).toEqual([null, null, 0])
    }
  })
})
