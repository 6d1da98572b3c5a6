import type { NameClaim } from '@portico/core'
import type { ResolveResponse } from '@portico/protocol/gateway'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isNameContradicted } from './isNameContradicted.ts'
import * as names from './readNameRecord.ts'

const ada = '0x00000000000000000000000000000000000000ad'
const bob = '0x0000000000000000000000000000000000000b0b'
const thief = '0xbadbad0000000000000000000000000000000bad'
const own = 'https://node.example/key'
const base = 0x8000_0000 + 8453
const honest: ResolveResponse = { name: 'bob.eth', address: bob, source: 'ens', coinType: 60 }

/** Records by coin type: not set if it is not there, `undefined` if the node cannot tell. */
type Records = Record<number, string | undefined>
type Asked = Parameters<typeof names.readNameRecord>[0]

let asked: Asked[]
let records: Records
beforeEach(() => {
  asked = []
  records = { 60: bob }
  vi.spyOn(names, 'readNameRecord').mockImplementation(async (question) => {
    asked.push(question)
    return question.coinType in records ? records[question.coinType] : '0x'
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const check = (
  found: Partial<ResolveResponse> = {},
  { coinTypes = [60], ...claim }: Partial<NameClaim> & { coinTypes?: number[] } = {},
) =>
  isNameContradicted({
    ...{ name: 'bob.eth', found: { ...honest, ...found }, customUrls: [{ url: own }] },
    ...{ expected: { coinTypes, bytes: found.address ?? bob }, gatewayUrl: 'https://gateway.example' },
    ...claim,
  })

describe('isNameContradicted', () => {
  test('behavior: an honest answer is not contradicted, and only the application’s URL is asked', async () => {
    expect(await check({}, { name: 'Bob.ETH' })).toBe(false)
    expect(asked).toMatchObject([{ urls: [own], name: 'bob.eth', coinType: 60, network: { id: 1 } }])
  })

  test('behavior: the record of the network comes first, then that of Ethereum', async () => {
    expect(await check({}, { coinTypes: [base, 60] })).toBe(false)
    expect(asked.map(({ coinType }) => coinType)).toEqual([base, 60])
    records = { [base]: bob, 60: ada }
    expect(await check({ coinType: base }, { coinTypes: [base, 60] })).toBe(false)
  })

  test.each<[string, Partial<ResolveResponse>, Records, number[]?]>([
    ['another address', { address: thief }, { 60: bob }],
    ['an address for a name that has none', { address: thief }, {}],
    ['the address of another name', { name: 'thief.eth', address: thief }, { 60: bob }],
    ['another address, as that of a name of its own', { address: thief, source: 'own' }, { 60: bob }],
    ['the address on Ethereum, for one on the network', {}, { [base]: ada, 60: bob }, [base, 60]],
    ['that the address on Ethereum is that here', { coinType: base }, { 60: bob }, [base, 60]],
    ['an address on a network that names have none on', {}, { 60: bob }, []],
  ])('error: a gateway that says %s is contradicted', async (_, found, held, coinTypes = [60]) => {
    records = held
    expect(await check(found, { coinTypes })).toBe(true)
  })

  test('behavior: a name of the gateway need not be on Ethereum', async () => {
    records = {}
    expect(await check({ source: 'own' })).toBe(false)
  })

  test('behavior: a node that cannot tell, or does not answer, contradicts nothing', async () => {
    records = { 60: undefined }
    expect(await check({ address: thief })).toBe(false)
    vi.useFakeTimers()
    vi.mocked(names.readNameRecord).mockReturnValue(new Promise(() => {}))
    const late = check({ address: thief })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await late).toBe(false)
  })

  test('behavior: the gateway is not asked about itself', async () => {
    const customUrls = [{ url: 'https://gateway.example/v1/?chainId=eip155:1' }]
    expect(await check({ address: thief }, { customUrls })).toBe(false)
    expect(asked).toEqual([])
    await check({}, { customUrls: [...customUrls, { url: own }] })
    expect(asked).toMatchObject([{ urls: [own] }])
  })

  test('behavior: other letters are checked if the normal form is what was typed', async () => {
    expect(await check({ name: 'ñandú.eth', address: thief }, { name: 'Ñandú.eth' })).toBe(true)
    expect(asked[0]?.name).toBe('ñandú.eth')
    // Here the normal form is known to the gateway alone.
    expect(await check({ name: 'ssob.eth', address: thief }, { name: 'ßob.eth' })).toBe(false)
  })
})
