import { createRelayToken } from '@portico/protocol/walletconnect'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { defaultMailboxLimits } from './mailbox/defaultMailboxLimits.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:9'] }
const PROJECTS = JSON.stringify({ shop: { name: 'Shop', allowedOrigins: [] } })

type Sender = { ip: string; projectId: string; seed?: string }
const home: Sender = { ip: '203.0.113.7', projectId: 'local' }
const elsewhere: Sender = { ip: '198.51.100.1', projectId: 'local' }
const otherProject: Sender = { ip: '198.51.100.1', projectId: 'shop' }

async function startApp(env: Record<string, string>, now?: () => number) {
  const { app } = await createTestApp({ rpcUrls, env: { PROJECTS, TRUSTED_PROXIES: '1', ...env }, now })
  let id = 0
  return async (
    method: string,
    params: Record<string, unknown>,
    { ip, projectId, seed = '11'.repeat(32) }: Sender,
  ): Promise<{ result?: unknown; error?: { message: string; data: string } }> => {
    const token = await createRelayToken({ seed, audience: 'ws://localhost' })
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': ip }
    const body = JSON.stringify({ id: ++id, jsonrpc: '2.0', method, params })
    const response = await app.request(`/rpc?projectId=${projectId}`, { method: 'POST', headers, body })
    return (await response.json()) as never
  }
}

describe('budgets of stored messages', () => {
  const forAddress = 'Mailbox limit exceeded for your IP address'
  const forProject = 'Mailbox limit exceeded for this project'
  const forRelay = 'Mailbox limit exceeded for this relay'

  test.each([
    ['RELAY_ADDRESS_MESSAGES', forAddress, undefined, undefined],
    ['RELAY_PROJECT_MESSAGES', forProject, forProject, undefined],
    ['RELAY_TOTAL_MESSAGES', forRelay, forRelay, forRelay],
  ])('param: %s', async (variable, atHome, atOtherAddress, inOtherProject) => {
    const call = await startApp({ [variable]: '2' })
    const publish = async (sender: Sender) => {
      const message = { topic: randomTopic(), message: 'm', ttl: 60, tag: 1 }
      return (await call('irn_publish', message, sender)).error?.message
    }
    expect([await publish(home), await publish(home), await publish(home)]).toEqual([
      undefined,
      undefined,
      atHome,
    ])
    expect(await publish(elsewhere)).toBe(atOtherAddress)
    expect(await publish(otherProject)).toBe(inOtherProject)
  })

  test.each([
    ['RELAY_ADDRESS_MB', forAddress, undefined, undefined],
    ['RELAY_PROJECT_MB', forProject, forProject, undefined],
    ['RELAY_TOTAL_MB', forRelay, forRelay, forRelay],
  ])('param: %s', async (variable, atHome, atOtherAddress, inOtherProject) => {
    const call = await startApp({ [variable]: '1' })
    const message = 'x'.repeat(96 * 1024)
    const publish = async (sender: Sender, count = 1) => {
      const messages = Array.from({ length: count }, () => ({
        topic: randomTopic(),
        message,
        ttl: 60,
        tag: 1,
      }))
      return (await call('irn_batchPublish', { messages }, sender)).error?.message
    }
    expect(await publish(home, 10)).toBeUndefined()
    expect(await publish(home)).toBe(atHome)
    expect(await publish(elsewhere)).toBe(atOtherAddress)
    expect(await publish(otherProject)).toBe(inOtherProject)
  })

  test('param: RELAY_UNSUBSCRIBED_SECONDS', async () => {
    let time = Date.now()
    const call = await startApp({ RELAY_UNSUBSCRIBED_SECONDS: '60' }, () => time)
    const [read, unread] = [randomTopic(), randomTopic()]
    // Fetching a topic is what a subscription does, too.
    await call('irn_fetchMessages', { topic: read }, home)
    const messages = [read, unread].map((topic) => ({ topic, message: 'm', ttl: 3600, tag: 1 }))
    expect(await call('irn_batchPublish', { messages }, home)).toMatchObject({ result: true })
    time += 61_000
    const fetched = async (topic: string) =>
      call('irn_fetchMessages', { topic }, { ...home, seed: '22'.repeat(32) })
    expect(await fetched(read)).toMatchObject({ result: { messages: [{ message: 'm' }] } })
    expect(await fetched(unread)).toMatchObject({ result: { messages: [] } })
  })

  test('error: made-up project IDs of an open gateway share one budget', async () => {
    const call = await startApp({ GATEWAY_OPEN: '1', RELAY_PROJECT_MESSAGES: '2' })
    const publish = async (projectId: string) => {
      const message = { topic: randomTopic(), message: 'm', ttl: 60, tag: 1 }
      return (await call('irn_publish', message, { ip: home.ip, projectId })).error?.message
    }
    expect([await publish('one'), await publish('two'), await publish('three')]).toEqual([
      undefined,
      undefined,
      forProject,
    ])
    expect(await publish('shop')).toBeUndefined()
  })
})

describe('refused messages', () => {
  test('behavior: are counted by limit, and the error says which one it is', async () => {
    const one = { messages: 1, bytes: 1000 }
    const { url, metrics } = await startRelay({
      mailbox: createMemoryMailbox({ limits: { ...defaultMailboxLimits, address: one } }),
      limits: { project: { burst: 3, perSecond: 0.001 } },
    })
    const client = await connectRelay({ url })
    expect((await client.publish(randomTopic(), 'one')).result).toBe(true)
    for (let count = 0; count < 2; count++)
      expect((await client.publish(randomTopic(), 'two')).error).toEqual({
        code: -32005,
        message: 'Mailbox limit exceeded for your IP address',
        data: 'MailboxLimitExceeded',
      })
    expect((await client.publish(randomTopic(), 'three')).error).toMatchObject({ data: 'TooManyRequests' })
    const text = await metrics()
    expect(text).toContain('gateway_relay_refused_total{limit="address"} 2')
    expect(text).toContain('gateway_relay_refused_total{limit="rate"} 1')
    expect(text).toContain('gateway_relay_publishes_total{outcome="refused"} 3')
  })
})
