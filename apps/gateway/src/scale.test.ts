import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createNameMessage } from '@portico/protocol'
import type { HistoryResponse, NameNonceResponse, NameRecord } from '@portico/protocol/gateway'
import { startRedis, tempFolder, testServer } from '@portico/server/testing'
import { createMessage } from '@portico/siwx'
import { EventSource } from 'eventsource'
import pg from 'pg'
import { pad, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadKeys } from './modules/auth/loadKeys.ts'
import { startAnvil } from './testing/startAnvil.ts'
import { type ServerProcess, startServer } from './testing/startServer.ts'

/*
 * The topology of docs/operate.md as processes: three gateways on one PostgreSQL and one Redis, in front of them a
 * client that, like a balancer, goes to the next one when one does not answer.
 */
vi.setConfig({ testTimeout: 120_000 })

const servers = { postgres: await testServer('postgres'), redis: await testServer('redis') }
const missing = Object.values(servers).flatMap((server) => ('reason' in server ? server.reason : []))
const reason = missing.length > 0 ? ` (skipped: ${missing.join('; ')})` : ''

const chain = 'eip155:31337'
const origin = 'http://localhost:4400'
const patience = { timeout: 30_000, interval: 50 }

async function newDatabase(): Promise<string> {
  const url = new URL('url' in servers.postgres ? servers.postgres.url : '')
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  url.pathname = `scale_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${url.pathname.slice(1)}`)
  await client.end()
  return url.href
}

/** Three gateways that share everything but their folders. */
async function startGateways() {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.stop())
  const redis = await startRedis()
  if ('reason' in redis) throw new Error(redis.reason)
  onTestFinished(() => redis.stop())
  const keys = tempFolder()
  await loadKeys({ dataDir: keys })
  const shared = {
    DATABASE_URL: await newDatabase(),
    REDIS_URL: redis.url,
    KEYS_FILE: join(keys, 'keys.json'),
    PUBLIC_URLS: 'https://gateway.example',
    RPC_URLS: JSON.stringify({ [chain]: [anvil.url] }),
  }
  const start = () => startServer({ env: { ...shared, PORTICO_DATA_DIR: tempFolder() } })
  const gateways = [start(), start(), start()]
  const urls = await Promise.all(gateways.map(({ ready }) => ready))
  return { anvil, redis, gateways: gateways as [ServerProcess, ServerProcess, ServerProcess], urls }
}

/** Asks one gateway after the other until one answers; what is not an answer of a gateway is a gateway that is gone. */
function createBalancer(urls: readonly string[]) {
  let next = 0
  const failures: number[] = []
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    for (let tries = 0; tries < 30; tries++) {
      const url = urls[next++ % urls.length]
      try {
        const response = await fetch(`${url}${path}`, init)
        // Read whole: a gateway may die in the middle of it.
        const body = await response.text()
        if (response.status >= 500) failures.push(response.status)
        return new Response(response.status === 204 ? null : body, response)
      } catch {
        // The next one.
      }
    }
    throw new Error(`no gateway answers ${path.split('?')[0]}`)
  }
  return { ask, failures }
}

type Ask = ReturnType<typeof createBalancer>['ask']

async function prepareSignIn(ask: Ask) {
  const visitor = privateKeyToAccount(generatePrivateKey())
  const given = (await (await ask('/auth/v1/nonce?projectId=local')).json()) as {
    nonce: string
    token: string
  }
  const message = createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: chain,
    nonce: given.nonce,
    issuedAt: new Date().toISOString(),
  })
  return {
    address: visitor.address,
    init: {
      method: 'POST',
      headers: { origin, 'x-nonce-jwt': `Bearer ${given.token}` },
      body: JSON.stringify({ message, signature: await visitor.signMessage({ message }) }),
    },
  }
}

/** Registers a name for a new account, and goes on until there is an answer to it. */
async function claim(ask: Ask, name: string): Promise<{ status: number; address: string }> {
  const owner = privateKeyToAccount(generatePrivateKey())
  for (let tries = 0; tries < 10; tries++) {
    const answer = await ask('/v1/profile/nonce')
    if (answer.status !== 200) throw new Error(`nonce of a name: ${answer.status}`)
    const given = (await answer.json()) as NameNonceResponse
    const message = createNameMessage({
      action: 'register',
      name,
      owner: `${chain}:${owner.address}`,
      gateway: given.gateway,
      nonce: given.nonce,
      issuedAt: new Date().toISOString(),
      expirationTime: given.expiresAt,
    })
    const signature = await owner.signMessage({ message })
    const body = JSON.stringify({ message, signature, coin_type: 60, address: owner.address })
    const { status } = await ask('/v1/profile/account', { method: 'POST', body })
    // 401: the gateway took the nonce and died before it could answer; the owner asks again.
    if (status !== 401) return { status, address: owner.address }
  }
  throw new Error(`no answer to the claim of ${name}`)
}

async function readActivity(ask: Ask, account: string): Promise<string[]> {
  const hashes: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/account/${chain}:${account}/history?projectId=local&limit=10${cursor}`
    const response = await ask(path)
    if (response.status !== 200)
      throw new Error(`history answered ${response.status}: ${await response.text()}`)
    const page = (await response.json()) as HistoryResponse
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    if (page.next === null) return hashes
    cursor = `&cursor=${page.next}`
  }
}

/** A client of the live feed that goes on at the next gateway with the last id it has. */
function follow(urls: readonly string[], account: string) {
  const transfers: string[] = []
  const others: string[] = []
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
        others.push(name)
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
  return { transfers, others, moved: () => at }
}

describe.skipIf(missing.length > 0)(`three gateways on one PostgreSQL and one Redis${reason}`, () => {
  test('behavior: one killed and one stopped under load: no session lost, no activity twice, streams go on', async () => {
    const { anvil, gateways, urls } = await startGateways()
    const { ask, failures } = createBalancer(urls)
    const [from] = (await anvil.rpc('eth_accounts')) as [string]
    const watched = pad(toHex(0xabc), { size: 20 })
    const sent: string[] = []
    const pay = async () => {
      sent.push((await anvil.rpc('eth_sendTransaction', [{ from, to: watched, value: '0x1' }])) as string)
    }
    for (let count = 0; count < 10; count++) await pay()
    const before = sent.length
    const live = follow(urls, watched)
    await vi.waitFor(() => expect(live.others).toContain('snapshot'), patience)

    let isLoaded = true
    const sessions: { token: string; address: string }[] = []
    const wanted = Array.from({ length: 20 }, (_, index) => `name-${index}.portico.local`)
    const names: { name: string; claims: { status: number; address: string }[] }[] = []
    const pages: string[][] = []
    const work = [
      ...Array.from({ length: 4 }, async () => {
        while (isLoaded) {
          const { init, address } = await prepareSignIn(ask)
          const response = await ask('/auth/v1/authenticate?projectId=local', init)
          // 401: the gateway took the nonce and died before it could answer; the visitor signs again.
          if (response.status !== 200 && response.status !== 401)
            throw new Error(`sign-in: ${response.status}`)
          const { token } = (await response.json()) as { token?: string }
          if (token) sessions.push({ token, address })
          // Two want each name; no more names than one address may ask for.
          const name = sessions.length % 2 === 0 ? wanted.shift() : undefined
          if (name) names.push({ name, claims: await Promise.all([claim(ask, name), claim(ask, name)]) })
        }
      }),
      ...Array.from({ length: 3 }, async () => {
        while (isLoaded) pages.push(await readActivity(ask, watched))
      }),
      (async () => {
        while (isLoaded) await pay()
      })(),
    ]
    const finished = Promise.all(work)
    finished.catch(() => undefined)

    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(10), patience)
    // The one the stream is connected to.
    gateways[0].child.kill('SIGKILL')
    const atKill = sessions.length
    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(atKill + 10), patience)
    await vi.waitFor(() => expect(live.moved()).toBeGreaterThan(0), patience)
    gateways[1].child.kill('SIGTERM')
    expect(await gateways[1].ended).toBe(0)
    const atStop = sessions.length
    await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(atStop + 10), patience)
    isLoaded = false
    await finished
    expect(failures).toEqual([])

    // Every session that was answered is one at the gateway that is left.
    for (const { token, address } of sessions) {
      const headers = { authorization: `Bearer ${token}` }
      const me = await fetch(`${urls[2]}/auth/v1/me?projectId=local`, { headers })
      expect(await me.json()).toMatchObject({ address })
    }
    // Every name has one owner, who is whoever was told so.
    expect(names.length).toBeGreaterThan(5)
    for (const { name, claims } of names) {
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
      const record = (await (await fetch(`${urls[2]}/v1/profile/account/${name}`)).json()) as NameRecord
      expect(record.addresses['60']?.address).toBe(claims.find(({ status }) => status === 200)?.address)
    }
    // Everything once, newest first; pages read meanwhile had nothing twice either.
    expect(await readActivity(ask, watched)).toEqual([...sent].reverse())
    for (const page of pages) expect(new Set(page).size).toBe(page.length)
    // And the stream has told of each payment, once, over three gateways.
    await vi.waitFor(() => expect(new Set(live.transfers).size).toBe(sent.length - before), patience)
    expect([...live.transfers].sort()).toEqual(sent.slice(before).sort())
    expect(live.others).not.toContain('resync')
  })

  test('behavior: one nonce at three gateways at the same instant is one session', async () => {
    const { urls } = await startGateways()
    const { ask } = createBalancer(urls)
    for (let round = 0; round < 5; round++) {
      const { init } = await prepareSignIn(ask)
      const answers = await Promise.all(
        [...urls, ...urls].map((url) => fetch(`${url}/auth/v1/authenticate?projectId=local`, init)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
      const tokens = await Promise.all(
        answers
          .filter(({ ok }) => ok)
          .map(async (answer) => ((await answer.json()) as { token: string }).token),
      )
      const headers = { authorization: `Bearer ${tokens[0]}` }
      const list = await ask('/auth/v1/sessions?projectId=local', { headers })
      expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1)
    }
  })

  test('behavior: without Redis the gateways go on', async () => {
    const { redis, urls } = await startGateways()
    const { ask, failures } = createBalancer(urls)
    await redis.stop()
    const { init } = await prepareSignIn(ask)
    expect((await ask('/auth/v1/authenticate?projectId=local', init)).status).toBe(200)
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
    const answer = await ask(`/v1?projectId=local&chainId=${chain}`, { method: 'POST', body: call })
    expect(await answer.json()).toMatchObject({ result: '0x0' })
    for (const url of urls) {
      const ready = await fetch(`${url}/readyz`)
      expect(ready.status).toBe(200)
      expect(await ready.json()).toMatchObject({ checks: { database: 'ok', redis: 'failed' } })
    }
    expect(failures).toEqual([])
  })
})
