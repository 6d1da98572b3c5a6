// @vitest-environment jsdom
import { addNetwork, removeNetwork } from '@portico/core'
import { http } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { majors } from './testing/majors.ts'
import { type OpenPageParameters, openPage } from './testing/openPage.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.unstubAllGlobals()
})

/** Answers every request but those to the hosts in `down`, and records to which URLs they went. */
function stubNodes(...down: readonly string[]): string[] {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    urls.push(url)
    if (down.includes(new URL(url).hostname)) return new Response('', { status: 400 })
    const body = String(init?.body ?? (input instanceof Request ? await input.text() : ''))
    const { id } = JSON.parse(body) as { id: number }
    return Response.json({ jsonrpc: '2.0', id, result: '0x1' })
  })
  return urls
}

describe.each(majors)('transports with wagmi $major', ({ core }) => {
  /** Returns the hosts that are asked for the block number of a chain, in their order. */
  async function listAsked(
    parameters: Partial<OpenPageParameters>,
    { chainId = 31_337, down = [] as readonly string[], kit = true } = {},
  ) {
    const page = openPage({ core, ...parameters })
    ends.push(page.close)
    if (kit) await page.isFollowed()
    const urls = stubNodes(...down)
    await core.getBlockNumber(page.config, { chainId: chainId as 31_337 }).catch(() => {})
    return [...new Set(urls.map((url) => new URL(url).hostname))]
  }

  const custom = { 'eip155:31337': [{ url: 'http://custom.example' }] }

  test("behavior: without any options, the chain's own URLs", async () => {
    expect(await listAsked({})).toEqual(['localhost'])
  })

  test('behavior: own URLs, then the gateway, then those of the chain', async () => {
    const adapter = { customRpcUrls: custom, gatewayUrl: 'http://gateway.example/' }
    expect(await listAsked({ adapter })).toEqual(['custom.example'])
    const down = ['custom.example', 'gateway.example']
    expect(await listAsked({ adapter }, { down })).toEqual([...down, 'localhost'])
  })

  test('behavior: the gateway and the URLs of createAppKit, which is called after the config is created', async () => {
    const kit = { gatewayUrl: 'http://gateway.example', customRpcUrls: custom }
    const down = ['custom.example']
    expect(await listAsked({ kit }, { down })).toEqual(['custom.example', 'gateway.example'])
  })

  test("param: transports: the application's win", async () => {
    const adapter = { customRpcUrls: custom, transports: { 31337: http('http://app.example') } }
    expect(await listAsked({ adapter })).toEqual(['app.example'])
    expect(await listAsked({ adapter }, { chainId: 31_338 })).toEqual(['localhost'])
  })

  test('behavior: networks that are added to the kit are chains of wagmi, until they are removed', async () => {
    const page = openPage({ core })
    ends.push(page.close)
    await page.isFollowed()
    const rpcUrls = { default: { http: ['http://added.example'] } }
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    addNetwork(page.kit, {
      namespace: 'eip155',
      network: { id: 31_339, name: 'Added', nativeCurrency, rpcUrls },
    })
    expect(core.getChains(page.config).map(({ id }) => id)).toEqual([31_337, 31_338, 31_339])
    const urls = stubNodes()
    expect(await core.getBlockNumber(page.config, { chainId: 31_339 as 31_337 })).toBe(1n)
    expect(urls.map((url) => new URL(url).hostname)).toEqual(['added.example'])
    removeNetwork(page.kit, { namespace: 'eip155', id: 31_337 })
    expect(core.getChains(page.config).map(({ id }) => id)).toEqual([31_338, 31_339])
    await vi.waitFor(() => expect(core.getChainId(page.config)).toBe(31_338))
  })
})
