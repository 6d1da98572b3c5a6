import { spawnSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { tempFolder } from '@portico/server/testing'
import { expect, test, vi } from 'vitest'
import { createFakeChain } from './testing/createFakeChain.ts'
import { prepareSignIn } from './testing/prepareSignIn.ts'
import type { Send } from './testing/Send.ts'
import { startServer } from './testing/startServer.ts'
import { startUpstream } from './testing/startUpstream.ts'

// A supervisor and its workers are processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const waitOptions = { timeout: 30_000, interval: 20 }

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

test('behavior: a supervisor replaces its workers without an error, and none outlives it', async () => {
  const node = await startUpstream({ behave: createFakeChain({ head: 9, transactions: [] }).answer })
  const { child, ready, ended, output } = startServer({
    env: {
      PORTICO_DATA_DIR: tempFolder(),
      RPC_URLS: JSON.stringify({ [chain]: [node.url] }),
      PATH: process.env.PATH ?? '',
      WORKERS: '2',
      LOG_LEVEL: 'warn',
    },
  })
  const url = await ready
  const pid = child.pid as number
  const first = workersOf(pid)
  expect(first).toHaveLength(2)
  expect(output().match(/gateway ready/g)).toHaveLength(1)
  expect(output().match(/Embedded wallets/g)).toHaveLength(1)

  const send: Send = async (path, init) => {
    // A new connection for each request, so that the workers take turns.
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init?.headers, connection: 'close' },
    })
    return new Response(await response.arrayBuffer(), response)
  }
  const signIn = async () => {
    const { init } = await prepareSignIn(send)
    const response = await send('/auth/v1/authenticate?projectId=local', init)
    expect(response.status).toBe(200)
    return ((await response.json()) as { token: string }).token
  }

  // A rolling restart: no call fails, although none is repeated.
  const load = startLoad(url)
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(100), waitOptions)
  const tokens = await Promise.all([signIn(), signIn(), signIn()])
  child.kill('SIGHUP')
  await vi.waitFor(() => {
    expect(first.some(isRunning)).toBe(false)
    expect(workersOf(pid)).toHaveLength(2)
  }, waitOptions)
  const atRestart = load.count()
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(atRestart + 100), waitOptions)
  await load.stop()
  expect(load.failures).toEqual([])

  // A killed worker is replaced, and what was acknowledged is there.
  const [killed] = workersOf(pid) as [number]
  process.kill(killed, 'SIGKILL')
  tokens.push(await signIn())
  await vi.waitFor(() => {
    expect(workersOf(pid)).not.toContain(killed)
    expect(workersOf(pid)).toHaveLength(2)
  }, waitOptions)
  for (const token of tokens) {
    const me = await send('/auth/v1/me?projectId=local', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
  }
  expect(output()).toContain('a worker ended and is replaced')

  // The workers of a killed supervisor end, too.
  const last = workersOf(pid)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await vi.waitFor(() => expect(last.filter(isRunning)).toEqual([]), waitOptions)
})
