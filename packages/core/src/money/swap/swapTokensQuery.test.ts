import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getQueryClient } from '../../data/getQueryClient.ts'
import { testKit } from '../../testing/testKit.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'

afterEach(() => vi.unstubAllGlobals())

const networkId = 'eip155:1'
const asked = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const token = (address: string) => ({ name: 'USD Coin', symbol: 'USDC', decimals: 6, listed: true, address })

/** What is found for an address if the gateway answers with these tokens. */
async function find(...tokens: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ tokens }))
  const { kit } = testKit({ gatewayUrl: 'https://gateway.example' })
  onTestFinished(kit.destroy)
  const { queryKey, queryFn } = swapTokensQuery(kit, { networkId, address: asked })
  return getQueryClient(kit).fetchQuery({ queryKey, queryFn } as never)
}

describe('swapTokensQuery', () => {
  test('error: a token that was asked for by its address is not exchanged for another one', async () => {
    const other = '0xbadbad0000000000000000000000000000000bad'
    expect(await find(token(`${networkId}:${other}`))).toEqual([])
    expect(await find(token(`eip155:10:${asked}`))).toEqual([])
    expect(await find(token(`${networkId}:${other}`), token(`${networkId}:${asked.toLowerCase()}`))).toEqual([
      { name: 'USD Coin', symbol: 'USDC', decimals: 6, token: asked.toLowerCase(), isListed: true },
    ])
  })
})
