import { afterEach, describe, expect, test, vi } from 'vitest'
import { readFeeRate } from './readFeeRate.ts'

afterEach(() => vi.unstubAllGlobals())

const urls = ['https://esplora.example/api']
const gatewayUrl = 'https://gateway.example/portico/v1/?chainId=bip122:x&projectId=p'

/** Stubs what each host returns. Returns the list of requested URLs. */
function stub(responses: Record<string, () => Response>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return (responses[new URL(url).host] ?? (() => new Response('', { status: 404 })))()
  })
  return asked
}
const estimates = { 1: 20, 2: 18, 3: 12, 6: 7.5, 25: 3, 144: 1.2, 1008: 1 }
const esplora = (value: unknown) => ({ 'esplora.example': () => Response.json(value) })

describe('readFeeRate', () => {
  test('behavior: is in satoshi per 1000 bytes, by speed', async () => {
    stub(esplora(estimates))
    expect(await readFeeRate({ urls, speed: 'slow' })).toBe(1200n)
    expect(await readFeeRate({ urls })).toBe(7500n)
    expect(await readFeeRate({ urls, speed: 'fast' })).toBe(20_000n)
  })

  test('behavior: the gateway is asked first', async () => {
    const data = { slow: 1, standard: 3.25, fast: 9 }
    const asked = stub({ ...esplora(estimates), 'gateway.example': () => Response.json({ data }) })
    expect(await readFeeRate({ urls, gatewayUrl, speed: 'standard' })).toBe(3250n)
    expect(asked).toEqual(['https://gateway.example/portico/v1/fees?chainId=bip122:x&projectId=p'])
  })

  test.each([
    () => new Response('', { status: 404 }),
    () => Response.json({ data: { slow: '1' } }),
    () => Response.json(null),
  ])('behavior: a gateway that fails is replaced by the Esplora API', async (answer) => {
    stub({ ...esplora(estimates), 'gateway.example': answer })
    expect(await readFeeRate({ urls, gatewayUrl })).toBe(7500n)
  })

  test.each([{}, { 6: 0.1 }, { 6: 'x' }, [], null])(
    'behavior: is 1 satoshi per byte if the API estimates %j',
    async (value) => {
      stub(esplora(value))
      expect(await readFeeRate({ urls })).toBe(1000n)
    },
  )

  test('error: a rate that takes everything is refused', async () => {
    stub(esplora({ 6: 2001 }))
    await expect(readFeeRate({ urls })).rejects.toMatchObject({ rpcCode: -32603 })
    const data = { slow: 1, standard: 1e9, fast: 1e9 }
    stub({ ...esplora(estimates), 'gateway.example': () => Response.json({ data }) })
    await expect(readFeeRate({ urls, gatewayUrl })).rejects.toMatchObject({ rpcCode: -32603 })
  })
})
