import { join } from 'node:path'
import type { HistoryResponse, NameRecord } from '@portico/protocol/gateway'
import {
  createPostgresDatabase,
  type ProgramProcess,
  startRedis,
  tempFolder,
  testServer,
} from '@portico/server/testing'
import { EventSource } from 'eventsource'
import { pad, toHex } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadKeys } from './modules/auth/loadKeys.ts'
import { claimName } from './testing/claimName.ts'
import { prepareSignIn } from './testing/prepareSignIn.ts'
import type { Send } from './testing/Send.ts'
import { startAnvil } from './testing/startAnvil.ts'
import { startServer } from './testing/startServer.ts'

/*
 * The topology of docs/operate.md as processes: three gateways with one PostgreSQL and one Redis. Instead of a load
 * balancer, the client tries the next gateway when one does not respond.
 */
vi.setConfig({ testTimeout: 120_000 })

const servers = { postgres: await testServer('postgres'), redis: await testServer('redis') }
const missing = Object.values(servers).flatMap((server) => ('reason' in server ? server.reason : []))
const reason = missing.length > 0 ? ` (skipped: ${missing.join('; ')})` : ''

const chain = 'eip155:31337'
const waitOptions = { timeout: 30_000, interval: 50 }

/** Starts three gateways that share everything except their data folders. */
async function startGateways() {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.stop())
  const redis = await startRedis()
  if ('reason' in redis) throw new Error(redis.reason)
  onTestFinished(() => redis.stop())
  const keys = tempFolder()
  await loadKeys({ dataDir: keys })
  const shared = {
    DATABASE_URL: await createPostgresDatabase(servers.postgres),
    REDIS_URL: redis.url,
    KEYS_FILE: join(keys, 'keys.json'),
    PUBLIC_URLS: 'https://gateway.example',
    RPC_URLS: JSON.stringify({ [chain]: [anvil.url] }),
  }
  const start = () => startServer({ env: { ...shared, PORTICO_DATA_DIR: tempFolder() } })
  const gateways = [start(), start(), start()]
  const urls = await Promise.all(gateways.map(({ ready }) => ready))
  return { anvil, redis, gateways: gateways as [ProgramProcess, ProgramProcess, ProgramProcess], urls }
}

/** Creates a client that sends each request to the next gateway, and tries the others if that one does not respond. */
function createBalancer(urls: readonly string[]) {
  let next = 0
  const failures: number[] = []
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    for (let tries = 0; tries < 30; tries++) {
      const url = urls[next++ % urls.length]
      try {
        const response = await fetch(`${url}${path}`, init)
        // Read the whole body here: the gateway may be killed while it responds, and then the request is retried.
        const body = await response.text()
        if (response.status >= 500) failures.push(response.status)
        return new Response(response.status === 204 ? null : body, response)
      } catch {
        // Try the next gateway.
      }
    }
    throw new Error(`no gateway responds to ${path.split('?')[0]}`)
  }
  return { request, failures }
}

async function readActivity(request: Send, account: string): Promise<string[]> {
  const hashes: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/account/${chain}:${account}/history?projectId=local&limit=10${cursor}`
    const response = await request(path)
    if (response.status !== 200) throw new Error(`history: ${response.status}: ${await response.text()}`)
    const page = (await response.json()) as HistoryResponse
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    if (page.next === null) return hashes
    cursor = `&cursor=${page.next}`
  }
}

/** Subscribes to the account's activity; reconnects to the next gateway with the last event ID it received. */
function follow(urls: readonly string[], account: string) {
  const transfers: string[] = []
  const otherEvents: string[] = []
  let last: string | undefined
  let at = 0
  let source: EventSource
  function open(): void {
    const resume = last === undefined ? '' : `&lastEventId=${encodeURIComponent(last)}`
    const topic = encodeURIComponent(`activity:${chain}:${account}`)
    source = new EventSource(`${urls[at % urls.length]}/v1/stream?projectId=local&topics=${topic}${resume}`)
    source.addEventListener('transfer.confirmed', ({ data, lastEventId }) => {
      last = lastEventId
      transfers.push((JSON.parse(data) as { hash: string }).hash)
    })
    for (const name of ['snapshot', 'resync'])
      source.addEventListener(name, ({ lastEventId }) => {
        last = lastEventId || last
        otherEvents.push(name)
      })
    source.onerror = () => {
      source.close()
      at++
      if (!closed) setTimeout(open, 50)
    }
  }
  let closed = false
  open()
  onTestFinished(() => {
    closed = true
    source.close()
  })
  return { transfers, otherEvents, reconnects: () => at }
}

describe.skipIf(missing.length > 0)(`three gateways on one PostgreSQL and one Redis${reason}`, () => {
  test('behavior: killing one gateway and stopping another under load loses no session, duplicates no activity and ends no stream', async () => {
    const { anvil, gateways, urls } = await startGateways()
    const { request, failures } = createBalancer(urls)
    const [from] = (await anvil.rpc('eth_accounts')) as [string]
    const watched = pad(toHex(0xabc), { size: 20 })
    const sent: string[] = []
    const pay = async () => {
      sent.push((await anvil.rpc('eth_sendTransaction', [{ from, to: watched, value: '0x1' }])) as string)
    }
    for (let count = 0; count < 10; count++) await pay()
    const before = sent.length
    const live = follow(urls, watched)
    await vi.waitFor(() => expect(live.otherEvents).toContain('snapshot'), waitOptions)

    let isLoaded = true
    const sessions: { token: string; address: string }[] = []
    const freeNames = Array.from({ length: 20 }, (_, index) => `name-${index}.portico.local`)
    const names: { name: string; claims: { status: number; address: string }[] }[] = []
    const pages: string[][] = []
    const work = [
      ...Array.from({ length: 4 }, async () => {
        while (isLoaded) {
          const { init, address } = await prepareSignIn(request)
          const response = await request('/auth/v1/authenticate?projectId=local', init)
          // 401: the gateway consumed the nonce and was killed before it responded. The visitor signs again.
          if (response.status !== 200 && response.status !== 401)
            throw new Error(`sign-in: ${response.status}`)
          const { token } = (await response.json()) as { token?: string }
          if (token) sessions.push({ token, address })
          // Two accounts claim each name. Few names, because registrations are limited per IP address.
          const name = sessions.length % 2 === 0 ? freeNames.shift() : undefined
          if (name)
            names.push({
              name,
              claims: await Promise.all([claimName(request, name), claimName(request, name)]),
            })
        }
      }),
      ...Array.from({ length: 3 }, async () => {
        while (isLoaded) pages.push(await readActivity(request, watched))
      }),
      (async () => {
        while (isLoaded) await pay()
      })(),
    ]
    const finished = Promise.all(work)
    finished.catch(() => undefined)

    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(10), waitOptions)
    // The stream is connected to this gateway.
    gateways[0].child.kill('SIGKILL')
    const atKill = sessions.length
    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(atKill + 10), waitOptions)
    await vi.waitFor(() => expect(live.reconnects()).toBeGreaterThan(0), waitOptions)
    gateways[1].child.kill('SIGTERM')
    expect(await gateways[1].ended).toBe(0)
    const atStop = sessions.length
    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(atStop + 10), waitOptions)
    isLoaded = false
    await finished
    expect(failures).toEqual([])

    // The remaining gateway accepts every session that was issued.
    for (const { token, address } of sessions) {
      const headers = { authorization: `Bearer ${token}` }
      const me = await fetch(`${urls[2]}/auth/v1/me?projectId=local`, { headers })
      expect(await me.json()).toMatchObject({ address })
    }
    // Every name belongs to the account whose registration returned 200.
    expect(names.length).toBeGreaterThan(5)
    for (const { name, claims } of names) {
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
      const record = (await (await fetch(`${urls[2]}/v1/profile/account/${name}`)).json()) as NameRecord
      expect(record.addresses['60']?.address).toBe(claims.find(({ status }) => status === 200)?.address)
    }
    // The history has every payment once, newest first. Pages read under load had no duplicates either.
    expect(await readActivity(request, watched)).toEqual([...sent].reverse())
    for (const page of pages) expect(new Set(page).size).toBe(page.length)
    // The stream reported each payment exactly once, although it was served by several gateways.
    await vi.waitFor(() => expect(new Set(live.transfers).size).toBe(sent.length - before), waitOptions)
    expect([...live.transfers].sort()).toEqual(sent.slice(before).sort())
    expect(live.otherEvents).not.toContain('resync')
  })

  test('behavior: a nonce sent to three gateways at the same time creates one session', async () => {
    const { urls } = await startGateways()
    const { request } = createBalancer(urls)
    for (let round = 0; round < 5; round++) {
      const { init } = await prepareSignIn(request)
      const responses = await Promise.all(
        [...urls, ...urls].map((url) => fetch(`${url}/auth/v1/authenticate?projectId=local`, init)),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
      const tokens = await Promise.all(
        responses
          .filter(({ ok }) => ok)
          .map(async (response) => ((await response.json()) as { token: string }).token),
      )
      const headers = { authorization: `Bearer ${tokens[0]}` }
      const list = await request('/auth/v1/sessions?projectId=local', { headers })
      expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1)
    }
  })

  test('behavior: the gateways keep working without Redis', async () => {
    const { redis, urls } = await startGateways()
    const { request, failures } = createBalancer(urls)
    await redis.stop()
    const { init } = await prepareSignIn(request)
    expect((await request('/auth/v1/authenticate?projectId=local', init)).status).toBe(200)
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
    const response = await request(`/v1?projectId=local&chainId=${chain}`, { method: 'POST', body: call })
    expect(await response.json()).toMatchObject({ result: '0x0' })
    for (const url of urls) {
      const health = await fetch(`${url}/healthz`)
      expect(health.status).toBe(200)
      expect(await health.json()).toMatchObject({ checks: { database: 'ok', redis: 'failed' } })
    }
    expect(failures).toEqual([])
  })
})
