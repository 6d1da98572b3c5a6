import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createFakeHeads } from '../testing/createFakeHeads.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { listenTestApp } from '../testing/listenTestApp.ts'
import { deadUrl, startUpstream } from '../testing/startUpstream.ts'

/** A marker that all private values in the requests contain, so that it can be searched for in the log. */
const canary = 'cafebabe1337d00dcafebabe1337d00d'
const address = `0x${canary}${canary.slice(0, 8)}`
const hash = `0x${canary}${canary}`
const secret = `sk_${canary}${canary.slice(0, 11)}`
const session = `${canary}.${canary}.${canary}`
const chain = 'eip155:31337'

test('behavior: the log contains nothing that callers or upstreams sent, even at level trace', async () => {
  // Repeats the request in its error, as many nodes do, formatted like a line of a stack trace.
  const echoing = await startUpstream({
    behave: ({ method, params }) => ({
      error: {
        code: -32000,
        message: `no ${method}\n    at ${JSON.stringify(params)} ${canary}`,
        data: hash,
      },
    }),
  })
  const broken = await startUpstream({
    behave(_, response) {
      // A batch calls this once per request, but the headers can be sent only once.
      if (!response.headersSent) response.writeHead(500).end(`no ${canary}`)
      return undefined
    },
  })
  for (const nodes of [[echoing.url], [broken.url], [`${await deadUrl()}/v2/${canary}`]]) {
    const gateway = await createTestApp({
      rpcUrls: { [chain]: nodes, 'eip155:1': nodes },
      env: {
        LOG_LEVEL: 'trace',
        BLOCKSCOUT_URLS: JSON.stringify({ [chain]: `${await deadUrl()}/${canary}` }),
        PRICE_LLAMA_URL: `${await deadUrl()}/${canary}`,
      },
      heads: createFakeHeads({ number: 5 }),
    })
    const { app, get, rpc, logged } = gateway
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const json = { 'content-type': 'application/json' }
    const headers = {
      authorization: `Bearer ${session}`,
      'x-nonce-jwt': `Bearer ${session}`,
      'x-forwarded-for': canary,
      cookie: canary,
      referer: `https://${canary}.example/`,
      'user-agent': canary,
    }
    await Promise.all([
      ...[
        `/v1/account/${address}/balance?currency=usd`,
        `/v1/account/${address}/history?cursor=${canary}`,
        `/v1/account/${address}/history`,
        `/v1/account/${address}/nfts`,
        `/v1/account/${address}/portfolio`,
        `/v1/identity/${address}`,
        `/v1/profile/reverse/${address}`,
        `/v1/profile/account/${canary}.portico.local`,
        `/v1/image?url=https://${canary}.example/a.png&sig=${canary}`,
        `/v1/stream?topics=chain:${chain}&ticket=${canary}`,
        `/getWallets?search=${canary}`,
        `/getWalletImage/${canary}`,
        `/auth/v1/me?projectId=local`,
        `/problems/${canary}`,
        `/${canary}`,
      ].map((path) => get(path, headers)),
      get('/v1/chains', { authorization: `Bearer ${secret}` }),
      rpc({ id: canary, method: 'eth_getBalance', params: [address, 'latest'] }, headers),
      rpc({ id: 1, method: canary, params: [hash] }),
      rpc({ id: 1, method: 'eth_sendRawTransaction', params: [hash] }),
      rpc(`{"id":"${canary}`),
      post('/v1/tx/simulate?projectId=local', { chainId: chain, from: address, to: address, data: hash }),
      post('/v1/profile/account', { message: canary, signature: hash, coin_type: 60, address }),
      post('/auth/v1/authenticate?projectId=local', { message: canary, signature: hash }, headers),
      post('/wallet/v1/sessions', { assertion: session }, { ...json, dpop: session }),
      post('/wallet/v1/sessions/refresh', { refreshToken: canary }, { ...json, dpop: session }),
      post(
        `/wallet/v1/wallets/${canary}/slots/${canary}/share`,
        {},
        { ...json, authorization: `DPoP ${session}` },
      ),
      post('/v1/fungible/price?projectId=local', { currency: 'usd', addresses: [`${chain}:${address}`] }),
    ])
    const opened = await get(`/v1/stream?topics=balances:${chain}:${address},tx:${chain}:${hash}`)
    await opened.body?.cancel()

    const socket = new WebSocket(`ws://${await listenTestApp(gateway)}/v1?chainId=${chain}&projectId=local`)
    onTestFinished(() => socket.terminate())
    let received = 0
    socket.on('message', () => received++)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(JSON.stringify({ id: canary, method: 'eth_subscribe', params: ['logs', { address }] }))
    socket.send(JSON.stringify({ id: canary, method: 'eth_getBalance', params: [address, 'latest'] }))
    await vi.waitFor(() => expect(received).toBe(2), { timeout: 20_000 })

    expect(logged.length).toBeGreaterThan(20)
    const lines = logged.map((line) => JSON.stringify(line))
    expect(lines.filter((line) => line.toLowerCase().includes(canary))).toEqual([])
  }
}, 90_000)
