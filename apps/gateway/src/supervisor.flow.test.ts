import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { NameRecord } from '@portico/protocol/gateway'
import { createRelayToken } from '@portico/protocol/walletconnect'
import { tempFolder } from '@portico/server/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRelay, randomTopic } from './modules/relay/testing/connectRelay.ts'
import { claimName } from './testing/claimName.ts'
import { createFakeChain } from './testing/createFakeChain.ts'
import type { FakeVault } from './testing/createFakeVault.ts'
import { createWalletClient, gatewayOrigin, type WalletClient } from './testing/createWalletClient.ts'
import { prepareSignIn } from './testing/prepareSignIn.ts'
import type { Send } from './testing/Send.ts'
import { startFakeVault } from './testing/startFakeVault.ts'
import { startServer } from './testing/startServer.ts'
import { startUpstream } from './testing/startUpstream.ts'

// A supervisor and its workers are processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 })
const waitOptions = { timeout: 60_000, interval: 20 }

const chain = 'eip155:31337'

/** Returns the process IDs of a supervisor's workers. */
function workersOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Calls a gateway without retries until it is stopped, over connections that are kept and ones that are not. */
function startLoad(url: string) {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
  const failures: string[] = []
  let count = 0
  let isLoaded = true
  const call = (agent: Agent) =>
    new Promise<void>((resolve) => {
      const fail = (reason: string) => {
        failures.push(reason)
        resolve()
      }
      const to = `${url}/v1?chainId=${chain}&projectId=local`
      const sent = request(to, { agent, method: 'POST', timeout: 20_000 }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode !== 200) return fail(String(response.statusCode))
          count++
          resolve()
        })
        response.on('error', (error) => fail(String(error)))
      })
      sent.on('timeout', () => sent.destroy(new Error('timeout')))
      sent.on('error', (error) => fail(String(error)))
      sent.end(body)
    })
  const callers = Array.from({ length: 8 }, async (_, index) => {
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 })
    while (isLoaded) await call(agent)
    agent.destroy()
  })
  return {
    failures,
    count: () => count,
    async stop() {
      isLoaded = false
      await Promise.all(callers)
    },
  }
}

/** Starts a supervisor with two workers over a data folder. */
async function startSupervisor(env: Readonly<Record<string, string>>) {
  const { child, ready, ended, output } = startServer({ env: { ...env, PATH: process.env.PATH ?? '' } })
  const url = await ready
  return { child, pid: child.pid as number, url, ended, output }
}

/** Signs in, claims names, creates wallets and publishes messages until it is stopped; lists what was acknowledged. */
function startMixedLoad({ urlOf, vault, vaultUrl }: { urlOf(): string; vault: FakeVault; vaultUrl: string }) {
  const done = {
    sessions: [] as string[],
    names: [] as { name: string; address: string }[],
    wallets: [] as { client: WalletClient; walletId: string }[],
    messages: [] as string[],
  }
  const topic = randomTopic()
  const unexpected: string[] = []
  let isLoaded = true
  onTestFinished(() => {
    isLoaded = false
  })
  /** Leaves the processor to the processes that start. */
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 20))
  const send: Send = async (path, init) => {
    for (;;) {
      try {
        const response = await fetch(`${urlOf()}${path}`, { ...init, keepalive: false })
        const body = await response.arrayBuffer()
        if (response.status >= 500) unexpected.push(`${path.split('?')[0]} ${response.status}`)
        return new Response(response.status === 204 ? null : body, response)
      } catch {
        // The process that had the connection was killed: a balancer would ask again, too.
        await pause()
      }
    }
  }
  const app = { request: (url: string, init?: RequestInit) => send(url.slice(gatewayOrigin.length), init) }
  /** Repeats work until the load is stopped. Work that a kill interrupts is not acknowledged, and begins again. */
  const repeat = async (work: () => Promise<void>) => {
    while (isLoaded) await work().catch(pause)
  }
  const freeNames = Array.from({ length: 15 }, (_, index) => `name-${index}.portico.local`)
  const workers = [
    repeat(async () => {
      const { init } = await prepareSignIn(send)
      const response = await send('/auth/v1/authenticate?projectId=local', init)
      if (response.ok) done.sessions.push(((await response.json()) as { token: string }).token)
      const name = done.sessions.length % 3 === 0 ? freeNames.shift() : undefined
      if (!name) return
      const { status, address } = await claimName(send, name)
      if (status === 200) done.names.push({ name, address })
    }),
    repeat(async () => {
      const client = await createWalletClient({ app: app as never, vault })
      await client.login({ iss: vaultUrl })
      const { walletId } = await client.makeWallet()
      done.wallets.push({ client, walletId })
    }),
    repeat(async () => {
      const relay = await openRelay(urlOf())
      for (let count = 0; isLoaded; count++) {
        const message = `message ${done.messages.length} ${count}`
        const { error } = await relay.publish(topic, message)
        if (error) throw new Error(error.message)
        done.messages.push(message)
      }
    }),
  ]
  return {
    done,
    topic,
    unexpected,
    /** Resolves once some more of everything was acknowledged. */
    async proceed() {
      const { sessions, wallets, messages } = done
      const before = [sessions, wallets, messages].map(({ length }) => length)
      await vi.waitFor(() => {
        const [ofSessions = 0, ofWallets = 0, ofMessages = 0] = before
        expect(sessions.length).toBeGreaterThan(ofSessions + 3)
        expect(wallets.length).toBeGreaterThan(ofWallets + 1)
        expect(messages.length).toBeGreaterThan(ofMessages + 20)
      }, waitOptions)
    },
    async stop() {
      isLoaded = false
      await Promise.all(workers)
    },
  }
}

function openRelay(url: string) {
  const seed = randomBytes(32).toString('hex')
  return connectRelay({
    url: url.replace('http', 'ws'),
    seed,
    token: createRelayToken({ seed, audience: gatewayOrigin }),
  })
}

test('behavior: a supervisor loses nothing, whichever process is killed, and restarts without an error', async () => {
  const node = await startUpstream({ behave: createFakeChain({ head: 9, transactions: [] }).answer })
  const { vault, url: vaultUrl } = await startFakeVault()
  const env = {
    PORTICO_DATA_DIR: tempFolder(),
    RPC_URLS: JSON.stringify({ [chain]: [node.url] }),
    PUBLIC_URLS: gatewayOrigin,
    VAULT_URL: vaultUrl,
    INTRODUCTIONS: 'optional',
    SIGN_IN_LIMIT_ADDRESS: '0',
    METRICS_PORT: '0',
    WORKERS: '2',
    LOG_LEVEL: 'warn',
  }
  let { child, pid, url, ended, output } = await startSupervisor(env)
  const first = workersOf(pid)
  expect(first).toHaveLength(2)
  expect(output().match(/gateway ready/g)).toHaveLength(1)
  expect(output().match(/Embedded wallets/g)).toHaveLength(1)

  // A rolling restart: no call fails, although none is repeated.
  const load = startLoad(url)
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(50), waitOptions)
  child.kill('SIGHUP')
  await vi.waitFor(() => {
    expect(first.some(isRunning)).toBe(false)
    expect(workersOf(pid)).toHaveLength(2)
  }, waitOptions)
  const atRestart = load.count()
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(atRestart + 50), waitOptions)
  await load.stop()
  expect(load.failures).toEqual([])

  // The metrics of all workers are at one place.
  const [, metricsUrl = ''] = /^gateway metrics (\S+)$/m.exec(output()) ?? []
  const metrics = await (await fetch(metricsUrl)).text()
  expect(metrics).toContain('gateway_workers 2\n')
  expect(metrics.match(/^process_resident_memory_bytes\{worker="\w+"\}/gm)).toHaveLength(3)

  // Each worker is killed, so also the one that has the mailbox, and then the supervisor.
  const mixed = startMixedLoad({ urlOf: () => url, vault, vaultUrl })
  await mixed.proceed()
  for (const worker of workersOf(pid)) {
    process.kill(worker, 'SIGKILL')
    await mixed.proceed()
    await vi.waitFor(() => {
      expect(workersOf(pid)).not.toContain(worker)
      expect(workersOf(pid)).toHaveLength(2)
    }, waitOptions)
  }
  expect(output().match(/a worker ended and is replaced/g)).toHaveLength(2)
  const last = workersOf(pid)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  // No worker outlives its supervisor.
  await vi.waitFor(() => expect(last.filter(isRunning)).toEqual([]), waitOptions)
  ;({ child, pid, url, ended, output } = await startSupervisor(env))
  await mixed.proceed()
  await mixed.stop()
  expect(mixed.unexpected).toEqual([])

  const { sessions, names, wallets, messages } = mixed.done
  for (const token of sessions) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${url}/auth/v1/me?projectId=local`, { headers })).status).toBe(200)
  }
  expect(names.length).toBeGreaterThan(2)
  for (const { name, address } of names) {
    const record = (await (await fetch(`${url}/v1/profile/account/${name}`)).json()) as NameRecord
    expect(record.addresses['60']?.address).toBe(address)
  }
  for (const { client, walletId } of wallets)
    expect(await (await client.call('GET', '/wallet/v1/wallet')).json()).toMatchObject({ walletId })
  const reader = await openRelay(url)
  await reader.request('irn_subscribe', { topic: mixed.topic })
  await reader.until(() => messages.every((message) => reader.messages().includes(message)))

  // All workers end with the supervisor.
  const workers = workersOf(pid)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(workers.filter(isRunning)).toEqual([])
})
