import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { type ConvertToken, convertTokensResponse } from '@portico/protocol/gateway'
import {
  type Address,
  bytesToHex,
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  size,
  stringToHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSwapChain } from '../../../test/startSwapChain.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { burner, flooder, liar, reverter } from '../../testing/hostileTokens.ts'

const chain = 'eip155:31337'
const [dusd] = devnetManifest.chains[0].tokens.map(({ address }) => address) as [Address]

let net: Awaited<ReturnType<typeof startSwapChain>>
let placed = 0
beforeAll(async () => {
  net = await startSwapChain()
})
afterAll(() => net?.stop())

/** Code that returns a number for `decimals()`, and the same bytes for everything else. */
function answering(data: Hex, decimals = 6): Hex {
  const length = numberToHex(size(data), { size: 2 }).slice(2)
  const isDecimals = '60003560e01c63313ce56714601e57'
  const returnData = `61${length}61002960003961${length}6000f3`
  const returnDecimals = `5b60${numberToHex(decimals, { size: 1 }).slice(2)}60005260206000f3`
  return concatHex([`0x${isDecimals}${returnData}${returnDecimals}`, data])
}
/** A token whose name and symbol are this text. */
function named(value: string | Uint8Array, decimals?: number): Hex {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return answering(encodeAbiParameters([{ type: 'bytes' }], [bytesToHex(bytes)]), decimals)
}

/** Puts code at an address of its own, because what is read of a token is cached. */
async function place(code: Hex): Promise<Address> {
  const address = pad(numberToHex(0xbad00 + ++placed), { size: 20 })
  await net.rpc('anvil_setCode', [address, code])
  return address
}

async function start(listed: readonly object[] = []) {
  const { DEXES, TOKENS } = gatewayEnv
  const tokens = [...JSON.parse(TOKENS)[chain], ...listed]
  const { get } = await createTestApp({
    rpcUrls: { [chain]: [net.url] },
    env: {
      ...gatewayEnv,
      TOKENS: JSON.stringify({ [chain]: tokens }),
      DEXES: JSON.stringify({ [chain]: JSON.parse(DEXES)[chain] }),
    },
  })
  return async (address?: string): Promise<ConvertToken[]> => {
    const query = new URLSearchParams({ chainId: chain, ...(address ? { address } : {}) })
    const response = await get(`/v1/convert/tokens?${query}`)
    expect(response.status).toBe(200)
    return convertTokensResponse.parse(await response.json()).tokens
  }
}

describe('GET /v1/convert/tokens with hostile tokens', () => {
  test.each([
    ['direction overrides', '\u202eCDSU\u202c', 'CDSU'],
    ['invisible characters', 'U\u200bS\u2060D\ufeffC\u00ad', 'USDC'],
    ['tags that nobody sees', 'USDC\u{e0041}\u{e007f}', 'USDC'],
    ['line breaks and control characters', '\u0000USDC\r\n\u0007claim\u001b[31m', 'USDC claim[31m'],
    ['markup, as text', '<img src=x onerror=1>', '<img src=x onerror=1>'],
    ['bytes that are no UTF-8', new Uint8Array([0xff, 0xc3, 0x28, 0x55, 0x53]), '(US'],
    ['half a pair of surrogates at the limit', `${'a'.repeat(31)}\u{1f600}b`, `${'a'.repeat(31)}\u{1f600}`],
  ])('behavior: %s in a name and a symbol are harmless', async (_, value, symbol) => {
    const find = await start()
    const address = await place(named(value))
    const [found] = await find(address)
    expect(found).toMatchObject({ symbol, decimals: 6, listed: false, eip2612: false })
    expect(found?.name.startsWith(symbol)).toBe(true)
    expect(found?.address.toLowerCase()).toBe(`${chain}:${address}`)
  })

  test('behavior: long names and symbols are cut', async () => {
    const find = await start()
    const [found] = await find(await place(named('W'.repeat(20_000))))
    expect(found).toMatchObject({ symbol: 'W'.repeat(32), name: 'W'.repeat(120) })
  })

  test.each<[string, Hex]>([
    ['nothing but invisible characters', named('\u200b\u202e\u2066')],
    ['an empty text', named('')],
    ['a length beyond the answer', answering(`0x${'20'.padStart(64, '0')}${'7fffffff'.padStart(64, '0')}`)],
    ['an offset beyond the answer', answering(`0x${'f'.repeat(64)}`)],
    ['the longest text that a length can say', answering(`0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`)],
    ['more decimals than any amount has', named('USDC', 78)],
    ['no answer', reverter],
    ['all gas used up', burner],
    ['a megabyte of zeros', flooder],
    ['1 for everything', liar],
    ['no code', '0x'],
  ])('behavior: %s is no token', async (_, code) => {
    const find = await start()
    expect(await find(await place(code))).toEqual([])
  })

  test('behavior: a word of an older token is read as text, and no permit', async () => {
    const find = await start()
    const word = pad(stringToHex('MK\u202eR'), { size: 32, dir: 'right' })
    // It returns the same word for its domain, its nonces and the type of its permits.
    expect(await find(await place(answering(word)))).toMatchObject([
      { symbol: 'MKR', name: 'MKR', eip2612: false },
    ])
  })

  test('behavior: a hostile token on the operator’s list leaves the others as they are', async () => {
    const codes = [reverter, burner, flooder, liar, named('U\u200bSDC')]
    const addresses = await Promise.all(codes.map(place))
    const honest = await (await start())()
    const all = await (await start(addresses.map((address) => ({ address }))))()
    expect(all.filter(({ address }) => honest.some((one) => one.address === address))).toEqual(honest)
    expect(all.slice(honest.length).map(({ symbol, listed }) => [symbol, listed])).toEqual([['USDC', true]])
    expect(honest.map(({ address }) => address)).toContain(`${chain}:${dusd}`)
  })
})
