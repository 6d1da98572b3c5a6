import { randomBytes } from 'node:crypto'
import { createRelayToken } from '@portico/protocol/walletconnect'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { startServer } from '../../testing/startServer.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'

// Each test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

async function environment(): Promise<Record<string, string>> {
  const rpcUrls = { 'eip155:31337': [await deadUrl()] }
  return { PORTICO_DATA_DIR: tempFolder(), RPC_URLS: JSON.stringify(rpcUrls) }
}

const toWs = (url: string) => url.replace('http', 'ws')

describe('the relay of a gateway', () => {
  test('behavior: POST /rpc publishes and fetches messages, and rejects subscriptions', async () => {
    const { ready, output } = startServer({ env: { ...(await environment()), METRICS_PORT: '0' } })
    const url = await ready
    const metricsUrl = /^gateway metrics (\S+)$/m.exec(output())?.[1] ?? ''
    const topic = randomTopic()
    const as = (seed: string) => {
      const token = createRelayToken({ seed, audience: toWs(url) })
      return async (method: string, params: object, id = '1753180000000000001') => {
        const response = await fetch(`${url}/rpc?projectId=local`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await token}` },
          body: `{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`,
        })
        return response.text()
      }
    }
    const [alice, bob] = ['11', '22'].map((byte) => as(byte.repeat(32))) as [
      ReturnType<typeof as>,
      ReturnType<typeof as>,
    ]
    expect(await alice('irn_publish', { topic, message: 'hello', ttl: 60, tag: 1 })).toBe(
      '{"id":1753180000000000001,"jsonrpc":"2.0","result":true}',
    )
    expect(JSON.parse(await bob('irn_fetchMessages', { topic }))).toMatchObject({
      result: { messages: [{ message: 'hello' }], hasMore: false },
    })
    expect(JSON.parse(await bob('irn_subscribe', { topic }))).toMatchObject({
      error: { data: 'NeedsSocket' },
    })
    expect(JSON.parse(await bob('irn_batchUnsubscribe', { subscriptions: [{ topic }] }))).toMatchObject({
      error: { data: 'NeedsSocket' },
    })

    const refused = await fetch(`${url}/rpc?projectId=local`, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'relay-token-invalid' })

    // A message published over HTTP is also pushed over a socket.
    const socket = await connectRelay({ url: toWs(url) })
    await socket.request('irn_subscribe', { topic })
    await socket.until(() => socket.pushes.length === 1)
    expect(await (await fetch(metricsUrl)).text()).toMatch(/gateway_relay_sockets 1\n/)
  })

  test('error: POST /rpc refuses a token for another relay, with its host in the request', async () => {
    const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    const token = await createRelayToken({ seed: '11'.repeat(32), audience: 'wss://relay.example' })
    const refused = await app.request('http://relay.example/rpc?projectId=local', {
      method: 'POST',
      headers: { host: 'relay.example', authorization: `Bearer ${token}` },
      body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_fetchMessages', params: {} }),
    })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ detail: 'JWT validation error: Invalid audience' })
  })

  test('error: in production without a public host, the start says that the relay accepts no clients', async () => {
    const start = async (more: Record<string, string>) => {
      const { ready, output } = startServer({
        env: { ...(await environment()), NODE_ENV: 'production', ...more },
      })
      await ready
      return output()
    }
    const warning = 'The relay accepts no clients'
    expect(await start({})).toContain(warning)
    expect(await start({ PUBLIC_URLS: 'https://gateway.example' })).not.toContain(warning)
  })

  test('behavior: SIGTERM closes connections with 1001 at once, and the process exits cleanly', async () => {
    const { ready, child, ended } = startServer({ env: await environment() })
    const client = await connectRelay({ url: toWs(await ready) })
    await client.request('irn_subscribe', { topic: randomTopic() })
    child.kill('SIGTERM')
    expect(await client.closed).toMatchObject({ code: 1001 })
    expect(await ended).toBe(0)
  })

  test('behavior: after kills during traffic, every acknowledged message arrives (once, without the redeliveries)', async () => {
    const env = await environment()
    const seed = randomBytes(32).toString('hex')
    const topics = Array.from({ length: 5 }, randomTopic)
    const acknowledged = new Map<string, string[]>(topics.map((topic) => [topic, []]))
    const received = new Map<string, string[]>(topics.map((topic) => [topic, []]))
    let count = 0

    for (let round = 0; round < 4; round++) {
      const { ready, child, ended } = startServer({ env })
      const url = toWs(await ready)
      const bob = await connectRelay({
        url,
        seed,
        // Some receipts are lost.
        acknowledge: ({ id, params: { data } }) => {
          const seen = received.get(data.topic)
          if (!seen?.includes(data.message)) seen?.push(data.message)
          return Math.abs(Number(id)) % 41 === 0 ? undefined : `{"id":${id},"jsonrpc":"2.0","result":true}`
        },
      })
      await bob.request('irn_batchSubscribe', { topics })
      const alice = await connectRelay({ url })
      const last = round === 3
      let stop = false
      const publishing = topics.map(async (topic) => {
        try {
          for (let index = 0; !stop && (!last || index < 20); index++) {
            const message = `message ${count++}`
            // Clients resend unanswered requests.
            if ((await alice.publish(topic, message)).result) acknowledged.get(topic)?.push(message)
          }
        } catch {
          // The gateway was killed.
        }
      })
      const total = () => [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0)
      if (!last) {
        const enough = total() + 60
        await vi.waitFor(() => expect(total()).toBeGreaterThan(enough), { timeout: 60_000, interval: 5 })
        child.kill('SIGKILL')
        stop = true
        await ended
      }
      await Promise.all(publishing)
      if (last) await bob.until(() => topics.every((topic) => missing(topic).length === 0))
    }

    function missing(topic: string): string[] {
      const seen = new Set(received.get(topic))
      return (acknowledged.get(topic) ?? []).filter((message) => !seen.has(message))
    }
    for (const topic of topics) {
      expect(missing(topic)).toEqual([])
      // In the order of publication, except messages in flight at a kill, which were not acknowledged.
      const order = (received.get(topic) ?? []).filter((message) =>
        acknowledged.get(topic)?.includes(message),
      )
      expect(order).toEqual(acknowledged.get(topic))
    }
  })
})
