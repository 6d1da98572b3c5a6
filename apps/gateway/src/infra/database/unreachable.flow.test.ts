import { createPostgresDatabase, startTcpProxy, testServer } from '@portico/server/testing'
import { createPublicClient, http } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import { createFakeChain } from '../../testing/createFakeChain.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const server = await testServer('postgres')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''

async function startGateway() {
  const proxy = await startTcpProxy({ target: await createPostgresDatabase(server) })
  const node = createFakeChain({ head: 9, transactions: [] })
  const upstream = await startUpstream({
    behave: (request) => (request.method === 'eth_gasPrice' ? { result: '0x1' } : node.answer(request)),
  })
  const chain = { url: upstream.url, client: createPublicClient({ transport: http(upstream.url) }) }
  const gateway = await createBundlerGateway({ chain: chain as never, env: { DATABASE_URL: proxy.url } })
  return { ...gateway, proxy }
}

describe.skipIf('reason' in server)(`a gateway whose database is unreachable${reason}`, () => {
  test('behavior: answers what needs no database, and the rest as retryable; logs one line per transition', async () => {
    const { app, get, rpc, services, logged, key, proxy } = await startGateway()
    const post = (path: string, body: unknown, headers = {}) =>
      app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const bundler = (method: string, params: unknown[] = []) =>
      post(
        '/v1/bundler?chainId=eip155:31337',
        { jsonrpc: '2.0', id: 7, method, params },
        { authorization: `Bearer ${key}` },
      )
    const hash = `0x${'ab'.repeat(32)}`
    const account = `eip155:31337:0x${'cd'.repeat(20)}`
    const readName = () => get('/v1/profile/account/alice.portico.local')
    const readHost = async () => (await services.metrics.render()).text
    expect(await readHost()).toMatch(/^gateway_database_up 1$/m)
    const before = logged.length

    proxy.refuse(true)
    proxy.cut()
    for (let times = 0; times < 3; times++) {
      const answers = await Promise.all([
        readName(),
        post('/v1/stream/tickets?projectId=local', {}),
        app.request(`/v1/stream?ticket=x&topics=activity:${account}`),
        bundler('eth_getUserOperationReceipt', [hash]),
        get(`/v1/account/0x${'cd'.repeat(20)}/balance?projectId=local&chainId=eip155:31337`),
        get(`/v1/account/0x${'cd'.repeat(20)}/history?projectId=local&chainId=eip155:31337`),
        get(`/v1/account/0x${'cd'.repeat(20)}/nfts?projectId=local&chainId=eip155:31337`),
      ])
      for (const answer of answers) {
        expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable', retryable: true })
        expect(answer.headers.get('retry-after')).toBe('2')
      }
    }
    // A JSON-RPC client reads its own ID, and a code that means: try again.
    expect(await (await bundler('eth_getUserOperationReceipt', [hash])).json()).toMatchObject({
      id: 7,
      error: { code: -32002, data: { code: 'unavailable' } },
    })
    // What needs no database goes on.
    expect(await (await bundler('eth_supportedEntryPoints')).json()).toMatchObject({ id: 7, result: [{}] })
    const call = await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] })
    expect([call.status, await call.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: '0x1' }])
    expect((await get('/readyz')).status).toBe(200)
    expect(await (await get('/healthz')).json()).toMatchObject({ checks: { database: 'failed' } })
    expect(await readHost()).toMatch(/^gateway_database_up 0$/m)

    proxy.refuse(false)
    await vi.waitFor(async () => expect((await readName()).status).toBe(404), { timeout: 15_000 })
    expect(await readHost()).toMatch(/^gateway_database_up 1$/m)
    const { host } = new URL(proxy.url)
    // The fake node does not know the contracts of the sponsor.
    const isOther = (msg: unknown) => String(msg).includes('balances that pay')
    const lines = logged.slice(before).filter(({ level, msg }) => (level as number) > 30 && !isOther(msg))
    expect(lines.map(({ msg, host }) => ({ msg, host }))).toEqual([
      { msg: 'the database is unreachable', host },
      { msg: 'the database is reachable again', host },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/stack|gateway:gateway/)
  })
})
