import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { HistoryResponse } from '@portico/protocol/gateway'
import { tempFolder } from '@portico/server/testing'
import { createMessage } from '@portico/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { createFakeChain } from './testing/createFakeChain.ts'
import { startServer } from './testing/startServer.ts'
import { deadUrl, startUpstream } from './testing/startUpstream.ts'

// Each test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const visitor = privateKeyToAccount(generatePrivateKey())
const origin = 'http://localhost:4400'

async function environment(url?: string): Promise<Record<string, string>> {
  const rpcUrls = { 'eip155:31337': [url ?? (await deadUrl())] }
  return { PORTICO_DATA_DIR: tempFolder(), RPC_URLS: JSON.stringify(rpcUrls) }
}

async function signIn(url: string): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}?projectId=local`, init)
    return (await response.json()) as { nonce: string; token: string }
  }
  const { nonce, token } = await ask('/auth/v1/nonce')
  const message = createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: 'eip155:31337',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const session = await ask('/auth/v1/authenticate', {
    method: 'POST',
    headers: { origin, 'x-nonce-jwt': `Bearer ${token}` },
    body: JSON.stringify({ message, signature: await visitor.signMessage({ message }) }),
  })
  return session.token
}

describe('server', () => {
  test('behavior: prints its URL, serves requests, and shuts down gracefully on SIGTERM', async () => {
    const env = await environment()
    const { ready, child, ended, output } = startServer({ env })
    const url = await ready
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    const { port, hostname } = new URL(url)

    const second = startServer({ env: { ...env, GATEWAY_PORT: port } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toBe(
      `Port ${port} is taken: stop the program that has it, or choose another one with GATEWAY_PORT.\n`,
    )

    // An idle connection must not delay the shutdown.
    const idle = connect(Number(port), hostname)
    await new Promise((resolve) => idle.once('connect', resolve))
    const closed = new Promise((resolve) => idle.once('close', resolve))
    idle.resume()
    const files = () => readdirSync(join(env.PORTICO_DATA_DIR ?? '', 'gateway'))
    expect(files()).toContain('gateway.sqlite-wal')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await closed
    // The database was closed: if the idle connection had delayed the shutdown, the process would have been killed before.
    expect(idle.bytesRead).toBe(0)
    expect(files()).not.toContain('gateway.sqlite-wal')
    expect(output()).toMatch(
      /^Embedded wallets: auto: whoever runs both servers can open a wallet\.\ngateway ready http:\/\/127\.0\.0\.1:\d+\n$/,
    )
  })

  test('behavior: with METRICS_PORT, metrics are served on that port of the loopback address, never on the public one', async () => {
    const env = { ...(await environment()), HOST: '127.0.0.2', METRICS_PORT: '0' }
    const { ready, output } = startServer({ env })
    const url = await ready
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    const [, metricsUrl = ''] = /^gateway metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(output()) ?? []
    expect(await (await fetch(metricsUrl)).text()).toContain('gateway_request_seconds_count')
    expect((await fetch(metricsUrl.replace('/metrics', '/livez'))).status).toBe(404)

    const { port } = new URL(metricsUrl)
    const second = startServer({ env: { ...env, METRICS_PORT: port } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Port ${port} is taken`)
    expect(second.output()).toContain('METRICS_PORT')
  })

  test('behavior: a session that was returned survives SIGKILL immediately afterwards', async () => {
    const env = await environment()
    const tokens: string[] = []
    for (let count = 0; count < 2; count++) {
      const { ready, child, ended } = startServer({ env })
      tokens.push(await signIn(await ready))
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
    }
    const last = startServer({ env: { ...env, PORTICO_PARENT_PIPE: '1' } })
    const url = await last.ready
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      const me = await fetch(`${url}/auth/v1/me?projectId=local`, { headers })
      expect(await me.json()).toMatchObject({ address: visitor.address })
    }
    // With PORTICO_PARENT_PIPE it ends when standard input closes.
    last.child.stdin?.destroy()
    expect(await last.ended).toBe(0)
  })

  test('behavior: resumes indexing after SIGKILL where it was interrupted', async () => {
    const me = `0x${'1'.repeat(40)}`
    const transactions = Array.from({ length: 40 }, (_, index) => ({
      block: 100 * index + 7,
      from: me,
      to: `0x${'2'.repeat(40)}`,
      ...(index % 2 ? { token: `0x${'3'.repeat(40)}` } : {}),
    }))
    const chain = createFakeChain({ head: 4500, transactions })
    let hang = true
    let hanging: (() => void) | undefined
    const stuck = new Promise<void>((resolve) => {
      hanging = resolve
    })
    const node = await startUpstream({
      behave: (request) => {
        const [number, whole] = request.params as [string, boolean]
        if (hang && request.method === 'eth_getBlockByNumber' && whole && Number(number) === 1321) {
          hanging?.()
          return new Promise(() => {})
        }
        return chain.answer(request)
      },
    })
    const env = await environment(node.url)
    async function walk(url: string): Promise<string[]> {
      const hashes: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const path = `/v1/account/eip155:31337:${me}/history?projectId=local&limit=100${cursor}`
        const page = (await (await fetch(`${url}${path}`)).json()) as HistoryResponse
        hashes.push(...page.data.map(({ metadata }) => metadata.hash))
        cursor = page.next && `&cursor=${page.next}`
      }
      return hashes
    }

    const first = startServer({ env })
    // Rejects when the process is killed.
    walk(await first.ready).catch(() => undefined)
    await stuck
    first.child.kill('SIGKILL')
    await first.ended
    hang = false
    node.seen.length = 0

    const hashes = await walk(await startServer({ env }).ready)
    expect(hashes).toEqual(transactions.map(({ block }) => chain.hashIn(block)).reverse())
    const blocks = node.seen.filter(
      ({ method, params }) => method === 'eth_getBlockByNumber' && (params as unknown[])[1],
    )
    expect(blocks.length).toBeLessThan(4000)
  })

  test('error: prints one line for a damaged database', async () => {
    const env = await environment()
    const folder = join(env.PORTICO_DATA_DIR ?? '', 'gateway')
    mkdirSync(folder)
    writeFileSync(join(folder, 'gateway.sqlite'), 'no database'.repeat(1000))
    const { ended, output } = startServer({ env })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^The database .*gateway\.sqlite is damaged .*\n$/)
  })

  test('error: lists invalid configuration values', async () => {
    const env = { ...(await environment()), GATEWAY_PORT: 'x', LOG_LEVEL: 'loud' }
    const { ended, output } = startServer({ env })
    expect(await ended).toBe(1)
    expect(output()).toContain('- GATEWAY_PORT must be a whole number')
    expect(output()).toContain('- LOG_LEVEL must be one of')
    expect(output()).not.toContain(' at ')
  })

  test('param: --check prints the configuration, tries what it names, and does not start the server', async () => {
    const env = { ...(await environment()), WALLET_ORIGIN: 'off' }
    const { ended, output } = startServer({ env, args: ['--check'] })
    expect(await ended).toBe(1)
    expect(output()).toContain('projects: local')
    expect(output()).toMatch(/^problem {2}upstream of eip155:31337 at \S+: nothing listens there/m)
    expect(output()).not.toContain('gateway ready')
  })
})
