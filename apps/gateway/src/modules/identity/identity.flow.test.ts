import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { bytesToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { createNameStore } from '../names/store.ts'

const account = `0x${'a1'.repeat(20)}` as Hex
const stranger = `0x${'b2'.repeat(20)}` as Hex

describe('GET /v1/identity/{address}', () => {
  test('behavior: an account has the name it registered, not a name that others set to its address', async () => {
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

  test('behavior: no HTTP cache keeps a name, because clients keep it for the whole of its lifetime', async () => {
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    for (const path of [`/v1/identity/${account}`, `/v1/profile/reverse/${account}`])
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-store')
  })

  test('behavior: an account of another namespace has no name', async () => {
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const response = await get(`/v1/identity/${solana}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ name: null, avatar: null, maxAge: 300 })
  })
})

const file = join(
  process.env.VECTORS_DIR ?? join(import.meta.dirname, '../../../../../../shared/vectors'),
  'ens-resolution/names.json',
)
// In CI the vectors must exist. Elsewhere the tests are skipped, and the title says why.
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
    test('behavior: encodes names for the universal resolver', () => {
      expect(vectors.cases.length).toBeGreaterThan(10)
      for (const { name, namehash: expected, dnsEncoded, strictRfc1035 } of vectors.cases) {
        expect([name, namehash(name)]).toEqual([name, expected])
        if (dnsEncoded && strictRfc1035)
          expect([name, bytesToHex(packetToBytes(name))]).toEqual([name, dnsEncoded])
      }
    })
  },
)
