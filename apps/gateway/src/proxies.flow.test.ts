import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, tempFolder } from '@portico/server/testing'
import { Agent, request } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import WebSocket from 'ws'
import { loadKeys } from './modules/auth/loadKeys.ts'
import { missingProxies, startProxies } from './testing/startProxies.ts'
import { startServer } from './testing/startServer.ts'
import { startUpstream } from './testing/startUpstream.ts'

/* Two gateways on PostgreSQL behind nginx and Caddy, with the files of `deploy`, under load. */
vi.setConfig({ testTimeout: 120_000 })

const missing = missingProxies()
if (missing.length > 0 && process.env.CI)
  throw new Error(`CI is set, but ${missing.join(' and ')} are not installed.`)
const reason = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not installed)` : ''

const waitOptions = { timeout: 30_000, interval: 50 }
const outageMs = 4000
const rpcPath = '/v1?projectId=local&chainId=eip155:31337'

/** What came back: a status with the problem's code, or the error of the connection. */
type Outcomes = Map<string, number>

/**
 * Sends JSON-RPC calls that an upstream must answer, calls that the gateway answers, and requests that need the database. Each waits for
 * its answer before the next is sent, so that a busy machine gets fewer.
 */
function load(url: string) {
  // The proxies' certificates are their own.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const rpc: Outcomes = new Map()
  const other: Outcomes = new Map()
  const count = (outcomes: Outcomes, name: string) => void outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  let sent = 0

  async function call(method: string, params: unknown[]): Promise<void> {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: sent, method, params })
      const answer = await request(`${url}${rpcPath}`, { method: 'POST', body, dispatcher })
      const text = await answer.body.text()
      count(rpc, `${answer.statusCode}${text.includes('"result"') ? '' : ` ${text}`}`)
    } catch (error) {
      count(rpc, (error as Error).message)
    }
  }

  async function readName(): Promise<void> {
    try {
      const answer = await request(`${url}/v1/profile/account/alice.portico.local`, { dispatcher })
      const text = await answer.body.text()
      const { code = text, retryable } = readProblem(text)
      const after = answer.headers['retry-after'] === undefined ? '' : ' with Retry-After'
      count(other, `${answer.statusCode} ${code}${retryable ? ' retryable' : ''}${after}`)
    } catch (error) {
      count(other, (error as Error).message)
    }
  }

  const stop = new AbortController()
  const repeat = async (send: () => Promise<void>) => {
    while (!stop.signal.aborted) {
      await send()
      await sleep(20)
    }
  }
  const readBalance = () => call('eth_getBalance', [`0x${(++sent).toString(16).padStart(40, '0')}`, 'latest'])
  const readChain = () => call('eth_chainId', [])
  const kinds = [readBalance, readChain, readName, readBalance, readChain, readName]
  const running = Promise.all(kinds.map(repeat))
  onTestFinished(async () => {
    stop.abort()
    await dispatcher.destroy()
  })
  const total = (outcomes: Outcomes) => [...outcomes.values()].reduce((sum, one) => sum + one, 0)
  return {
    rpc,
    other,
    /** Waits for this many further answers of each kind. */
    async more(answers: number) {
      const [rpcs, others] = [total(rpc), total(other)]
      await vi.waitFor(() => {
        expect(total(rpc)).toBeGreaterThan(rpcs + answers)
        expect(total(other)).toBeGreaterThan(others + answers)
      }, waitOptions)
    },
    /** Sends as many calls as given that an upstream must answer. */
    sendAtOnce: (calls: number) => Promise.all(Array.from({ length: calls }, readBalance)),
    async stop() {
      stop.abort()
      await running
    },
  }
}

function readProblem(text: string): { code?: string; retryable?: boolean } {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy has answered.
    return {}
  }
}

/** Keeps a JSON-RPC socket open: connects again when it is closed. */
function keepSocket(url: string) {
  const codes: number[] = []
  let socket: WebSocket
  let isStopped = false
  const open = () => {
    socket = new WebSocket(`${url.replace('https', 'wss')}${rpcPath}`, { rejectUnauthorized: false })
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      codes.push(code)
      if (!isStopped) open()
    })
  }
  open()
  onTestFinished(() => {
    isStopped = true
    socket.terminate()
  })
  return {
    codes,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    ask: () =>
      new Promise<string>((resolve) => {
        socket.once('message', (data) => resolve(String(data)))
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }))
      }),
  }
}

/** Keeps a stream of events open: connects again when it ends. */
function keepStream(url: string) {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const seen: string[] = []
  let isOpen = false
  const follow = async () => {
    while (!dispatcher.destroyed) {
      try {
        const path = `/v1/stream?projectId=local&topics=chain:eip155:31337`
        const { statusCode, body } = await request(`${url}${path}`, { dispatcher, bodyTimeout: 0 })
        isOpen = statusCode === 200
        if (!isOpen) seen.push(`${statusCode} ${await body.text()}`)
        for await (const _ of body) isOpen = true
        seen.push('ended')
      } catch (error) {
        seen.push((error as Error).message)
      }
      isOpen = false
      await sleep(20)
    }
  }
  void follow()
  onTestFinished(() => dispatcher.destroy())
  return { seen, isOpen: () => isOpen }
}

/** Returns the status of a GET request over HTTP/2. */
async function getOverHttp2(url: string): Promise<unknown> {
  const session = connect(url, { rejectUnauthorized: false })
  try {
    const stream = session.request({ ':path': rpcPath })
    const [headers] = await once(stream, 'response')
    stream.resume()
    await once(stream, 'end')
    return headers[':status']
  } finally {
    session.destroy()
  }
}

/** Returns the processes that a process has started. */
function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

describe.skipIf(missing.length > 0)(`two gateways behind nginx and Caddy${reason}`, () => {
  test('behavior: an unreachable database, a killed worker and a stopped gateway cause no RPC error', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    if ('reason' in postgres) throw new Error(postgres.reason)
    let held: Promise<void> | undefined
    const upstream = await startUpstream({
      behave: async () => {
        await held
        return { result: '0x1' }
      },
    })
    const keys = tempFolder()
    await loadKeys({ dataDir: keys })
    const env = {
      DATABASE_URL: postgres.url,
      KEYS_FILE: join(keys, 'keys.json'),
      RPC_URLS: JSON.stringify({ 'eip155:31337': [upstream.url] }),
      TRUSTED_PROXIES: '1',
      // Longer than the interval in which Caddy checks, and than proxies keep a connection.
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'warn',
    }
    const start = (WORKERS: string) =>
      startServer({ env: { ...env, WORKERS, PORTICO_DATA_DIR: tempFolder() } })
    const gateways = [start('2'), start('1')] as const
    const urls = await Promise.all(gateways.map(({ ready }) => ready))
    const proxies = await startProxies(urls)
    // A WebSocket is wanted here, which HTTP/2 does not open like this; the answer must not break its rules.
    expect(await Promise.all(Object.values(proxies).map(getOverHttp2))).toEqual([426, 426])
    const loads = [load(proxies.nginx), load(proxies.caddy)] as const
    // With the least connections first, each gateway gets some of them.
    const sockets = Object.values(proxies).flatMap((url) => [
      keepSocket(url),
      keepSocket(url),
      keepSocket(url),
    ])
    const streams = Object.values(proxies).flatMap((url) => [
      keepStream(url),
      keepStream(url),
      keepStream(url),
    ])
    const areOpen = () =>
      vi.waitFor(
        () => expect([...sockets, ...streams].map(({ isOpen }) => isOpen())).not.toContain(false),
        waitOptions,
      )
    await Promise.all(loads.map(({ more }) => more(30)))
    await areOpen()

    const unreachable = '503 unavailable retryable with Retry-After'
    await postgres.halt()
    // Longer than the proxies need to notice.
    await sleep(outageMs)
    await vi.waitFor(() => {
      for (const { other } of loads) expect(other.get(unreachable)).toBeGreaterThan(20)
    }, waitOptions)
    await postgres.resume()
    await vi.waitFor(async () => {
      const answers = await Promise.all(urls.map((url) => fetch(`${url}/healthz`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }, waitOptions)
    await Promise.all(loads.map(({ more }) => more(30)))
    for (const { rpc, other } of loads) {
      expect([...rpc.keys()]).toEqual(['200'])
      // No proxy has answered instead.
      expect([...other.keys()].sort()).toEqual(['404 not-found', unreachable])
      other.clear()
    }
    for (const { output } of gateways) {
      const lines = output()
        .split('\n')
        .filter((line) => line.includes('the database is'))
      // Once for each gateway, however many workers it has.
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'the database is unreachable',
        'the database is reachable again',
      ])
      expect(output()).not.toContain('"stack"')
    }

    // No stream has ended for the database.
    expect(streams.flatMap(({ seen }) => seen)).toEqual([])

    // A worker ends while many calls wait for their answers.
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const before = upstream.seen.length
    const burst = 8
    const bursts = Promise.all(loads.map(({ sendAtOnce }) => sendAtOnce(burst)))
    await vi.waitFor(
      () => expect(upstream.seen.length).toBeGreaterThanOrEqual(before + 2 * burst),
      waitOptions,
    )
    const workers = childrenOf(gateways[0].child.pid)
    expect(workers).toHaveLength(2)
    process.kill(workers[0] as number, 'SIGKILL')
    await vi.waitFor(() => expect(childrenOf(gateways[0].child.pid)).not.toContain(workers[0]), waitOptions)
    release()
    held = undefined
    await bursts
    await Promise.all(loads.map(({ more }) => more(30)))
    await areOpen()
    // nginx repeats JSON-RPC calls; Caddy only what has no body, so those that waited at this worker failed.
    const [{ rpc: throughNginx }, { rpc: throughCaddy }] = loads
    expect([...throughNginx.keys()]).toEqual(['200'])
    expect(throughCaddy.get('502 ') ?? 0).toBeLessThanOrEqual(burst + 2)
    throughCaddy.delete('502 ')
    expect([...throughCaddy.keys()]).toEqual(['200'])
    for (const { other } of loads) expect([...other.keys()]).toEqual(['404 not-found'])
    for (const { codes } of sockets) codes.length = 0
    for (const { seen } of streams) seen.length = 0

    gateways[0].child.kill('SIGTERM')
    expect(await gateways[0].ended).toBe(0)
    await Promise.all(loads.map(({ more }) => more(30)))
    await Promise.all(loads.map((one) => one.stop()))
    for (const { rpc, other } of loads) {
      expect([...rpc.keys()]).toEqual(['200'])
      expect([...other.keys()]).toEqual(['404 not-found'])
    }
    // Its sockets were asked to reconnect, and reached the other gateway; its streams have ended as they should, too.
    await areOpen()
    expect(new Set([...streams.flatMap(({ seen }) => seen), 'ended'])).toEqual(new Set(['ended']))
    const codes = sockets.flatMap((socket) => socket.codes)
    // The proxies choose: all may have been at the gateway that goes on.
    if (codes.length > 0) expect(codes).toContain(1012)
    const answers = await Promise.all(sockets.map(({ ask }) => ask()))
    expect(new Set(answers)).toEqual(new Set(['{"jsonrpc":"2.0","id":1,"result":"0x7a69"}']))
  })
})
