// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKit, type KitOptions, switchNetwork } from '@portico/core'
import { setDefaultKit } from '@portico/core/internal'
import { mainnet, solanaDevnet, solanaTestnet } from '@portico/core/networks'
import { memoryStorage } from '@portico/core/testing'
import { act, cleanup, renderHook } from '@testing-library/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as entry from './react.ts'
import { SolanaAdapter } from './SolanaAdapter.ts'

const { useAppKitConnection } = entry
const ends: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultKit(undefined)
  for (const end of ends.splice(0)) end()
})

function start(options: Partial<KitOptions> = {}) {
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, solanaDevnet, solanaTestnet],
    adapters: [new SolanaAdapter()],
    storage: memoryStorage(),
    logLevel: 'silent',
    ...options,
  })
  ends.push(() => kit.destroy())
  setDefaultKit(kit)
  return kit
}

/** Starts a node that answers `getSlot` and records the requests. */
async function startNode() {
  const requests: { method: string; params: unknown }[] = []
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method, params } = JSON.parse(text)
    requests.push({ method, params })
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 7 }))
  })
  ends.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const Endpoint = () => useAppKitConnection().connection?.rpcEndpoint

describe('@portico/solana/react', () => {
  test('behavior: exports', () => {
    expect(Object.keys(entry)).toEqual(['SolanaAdapter', 'useAppKitConnection'])
  })
})

describe('useAppKitConnection', () => {
  test('error: throws before createAppKit', () => {
    expect(() => renderHook(() => useAppKitConnection())).toThrow(
      'Please call createAppKit before using a hook',
    )
  })

  test('param: customRpcUrls: the options and the timeout of the URL apply', async () => {
    const { requests, url } = await startNode()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const sent: RequestInit[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      sent.push(init)
      return fetch(input, init)
    })
    ends.push(() => vi.unstubAllGlobals())
    const config = { fetchOptions: { headers: { 'x-key': 'k' } }, timeout: 2500 }
    start({ customRpcUrls: { [solanaDevnet.caipNetworkId]: [{ url, config }] } })
    const { result } = renderHook(() => useAppKitConnection())
    expect(await result.current.connection?.getSlot()).toBe(7)
    expect(requests).toHaveLength(1)
    expect(sent.map(({ headers }) => new Headers(headers).get('x-key'))).toEqual(['k'])
    expect(timeout.mock.calls).toEqual([[2500]])
    expect(sent[0]?.signal).toBe(timeout.mock.results[0]?.value)
  })

  test('behavior: reads from the first RPC URL with the commitment of the adapter', async () => {
    const { requests, url } = await startNode()
    start({
      adapters: [new SolanaAdapter({ connectionSettings: 'finalized' })],
      customRpcUrls: { [solanaDevnet.caipNetworkId]: [{ url }, { url: 'http://second.test' }] },
    })
    const { connection } = renderHook(() => useAppKitConnection()).result.current
    expect(await connection?.getSlot()).toBe(7)
    expect(requests).toEqual([{ method: 'getSlot', params: [{ commitment: 'finalized' }] }])
  })

  test('param: connectionSettings, as a ConnectionConfig', async () => {
    const { requests, url } = await startNode()
    const settings = { commitment: 'processed', fetch: vi.fn(fetch) } as const
    start({
      adapters: [new SolanaAdapter({ connectionSettings: settings })],
      customRpcUrls: { [solanaDevnet.caipNetworkId]: [{ url }] },
    })
    const { connection } = renderHook(() => useAppKitConnection()).result.current
    expect(await connection?.getSlot()).toBe(7)
    expect(requests).toEqual([{ method: 'getSlot', params: [{ commitment: 'processed' }] }])
    expect(settings.fetch).toHaveBeenCalledOnce()
  })

  test('behavior: follows the Solana network, and is the same object until it changes', async () => {
    const kit = start()
    const { result, rerender } = renderHook(() => useAppKitConnection())
    const first = result.current
    expect(first.connection?.rpcEndpoint).toBe('https://api.devnet.solana.com')
    expect(first.connection?.commitment).toBe('confirmed')
    act(() => kit.store.setState({ activeNamespace: 'eip155' }))
    rerender()
    expect(result.current).toBe(first)
    await act(() => switchNetwork(kit, { network: solanaTestnet }))
    expect(result.current.connection?.rpcEndpoint).toBe('https://api.testnet.solana.com')
  })

  test('behavior: the gateway has precedence over the URL of the network', () => {
    start({ gatewayUrl: 'https://gateway.test' })
    const { connection } = renderHook(() => useAppKitConnection()).result.current
    expect(connection?.rpcEndpoint).toMatch(
      'https://gateway.test/v1/?chainId=solana%3AEtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    )
  })

  test('behavior: subscribes at the WebSocket URL of the network, if it lists one', () => {
    const wsUrlOf = (webSocket?: string[]) => {
      start({
        networks: [{ ...solanaDevnet, rpcUrls: { default: { http: ['https://node.test'], webSocket } } }],
      })
      const { connection } = renderHook(() => useAppKitConnection()).result.current
      return (connection as unknown as { _rpcWsEndpoint: string })._rpcWsEndpoint
    }
    expect(wsUrlOf(['wss://events.test'])).toBe('wss://events.test')
    expect(wsUrlOf()).toBe('wss://node.test')
  })

  test('behavior: is undefined without a Solana network, and on one that the application does not list', () => {
    const kit = start()
    const { result } = renderHook(() => useAppKitConnection())
    act(() => kit.store.setState({ activeNetworkIds: { solana: 'solana:unknown' } }))
    expect(result.current.connection).toBeUndefined()
    start({ networks: [mainnet] })
    expect(renderHook(() => useAppKitConnection()).result.current.connection).toBeUndefined()
  })

  test('behavior: renders on a server', () => {
    start()
    expect(renderToString(createElement(Endpoint))).toBe('https://api.devnet.solana.com')
  })
})
