import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runChecks } from '@portico/server/checks'
import { freePort, tempFolder, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { runCli } from '../cli/runCli.ts'
import { readConfig } from '../config/readConfig.ts'
import { checkGateway } from './checkGateway.ts'

async function check(env: Record<string, string>) {
  const { ok, text } = await runChecks(checkGateway(readConfig({ WALLET_ORIGIN: 'off', ...env })))
  return {
    ok,
    lines: text
      .split('\n')
      .filter((line) => !line.includes('localhost:4401') && !line.includes('127.0.0.1:4401')),
  }
}

/** Starts a node that says it is of this chain. */
async function startNode({ chainId, date }: { chainId: string; date?: string }): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('date', date ?? new Date().toUTCString())
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const deadUrl = async () => `http://127.0.0.1:${await freePort()}`

describe('checkGateway', () => {
  test('behavior: before the first start, with a node that answers', async () => {
    const url = await startNode({ chainId: '0x1' })
    const dataDir = tempFolder()
    const { ok, lines } = await check({
      PORTICO_DATA_DIR: dataDir,
      RPC_URLS: JSON.stringify({ 'eip155:1': [url] }),
    })
    expect(lines).toEqual([
      `ok       keys: ${dataDir}/gateway/keys.json will be created at the first start`,
      `ok       database: ${dataDir}/gateway, created at the first start`,
      'ok       database: projects: 0 in the database, 1 in PROJECTS',
      `ok       upstream of eip155:1 at ${new URL(url).host}: answers`,
    ])
    expect(ok).toBe(true)
  })

  test('error: what would not work: a missing key file, upstreams, Redis, PostgreSQL', async () => {
    const [other, dead, late] = await Promise.all([
      startNode({ chainId: '0xa' }),
      deadUrl(),
      startNode({ chainId: '0x1', date: new Date(Date.now() - 120_000).toUTCString() }),
    ])
    const port = await freePort()
    const { ok, lines } = await check({
      KEYS_FILE: join(tempFolder(), 'keys.json'),
      DATABASE_URL: `postgres://gateway:secret@127.0.0.1:${port}/gateway`,
      REDIS_URL: `redis://user:secret@127.0.0.1:${port}`,
      RPC_URLS: JSON.stringify({ 'eip155:1': [other, `${dead}/secret`, late] }),
    })
    expect(ok).toBe(false)
    expect(lines).toEqual([
      expect.stringMatching(
        /^problem {2}keys: The key file .* create it with `npm run gateway -- keys init --shared`\.$/,
      ),
      expect.stringMatching(/^problem {2}database: .*127\.0\.0\.1/),
      `problem  redis at 127.0.0.1:${port}: nothing listens there: start it, or correct the address`,
      expect.stringMatching(
        /^problem {2}upstream of eip155:1 at \S+: is a node of another network: eth_chainId is 0xa$/,
      ),
      `problem  upstream of eip155:1 at ${new URL(dead).host}: nothing listens there: start it, or correct the address`,
      expect.stringMatching(/^ok .* answers$/),
      expect.stringMatching(/^problem .*its clock is 1\d\d seconds behind this machine’s/),
    ])
    expect(lines.join('')).not.toContain('secret')
  })

  test('behavior: counts projects of the database', async () => {
    const env = {
      PORTICO_DATA_DIR: tempFolder(),
      RPC_URLS: '{"eip155:1":["http://127.0.0.1:1"]}',
      NODE_ENV: 'production',
    }
    mkdirSync(join(env.PORTICO_DATA_DIR, 'gateway'))
    const projects = async () => (await check(env)).lines.filter((line) => line.includes('projects'))
    expect(await projects()).toEqual([
      expect.stringMatching(
        /^warning .*projects: 0 in the database, 0 in PROJECTS: every request is refused/,
      ),
    ])
    const print = () => undefined
    await runCli({ args: ['project', 'add', '--name', 'Shop'], env, readConfig, print, printError: print })
    expect(await projects()).toEqual(['ok       database: projects: 1 in the database, 0 in PROJECTS'])
  })

  test('behavior: compares the number of proxies with TRUSTED_PROXIES', async () => {
    const dataDir = tempFolder()
    const app = await createTestApp({
      rpcUrls: { 'eip155:1': ['http://127.0.0.1:1'] },
      env: { PORTICO_DATA_DIR: dataDir },
    })
    const gateway = `http://${await listenTestApp(app)}`
    // A proxy that adds the client's address.
    const proxy = createServer(async ({ url, headers }, response) => {
      const asked = {
        'x-portico-proxies': `${headers['x-portico-proxies']}`,
        'x-forwarded-for': '203.0.113.7',
      }
      const answer = await fetch(`${gateway}${url}`, { headers: asked })
      response.setHeader('x-portico-proxies', `${answer.headers.get('x-portico-proxies')}`).end()
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const PUBLIC_URLS = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const address = async (more: Record<string, string>) =>
      (await check({ PORTICO_DATA_DIR: dataDir, PUBLIC_URLS, ...more })).lines.filter((line) =>
        line.includes('address http'),
      )
    expect(await address({ TRUSTED_PROXIES: '1' })).toEqual([
      `ok       address ${PUBLIC_URLS}: leads here, through one proxy (TRUSTED_PROXIES)`,
    ])
    expect(await address({})).toEqual([
      expect.stringMatching(
        /^problem .* but TRUSTED_PROXIES is 0: all visitors share the address of a proxy/,
      ),
    ])
    expect(await address({ TRUSTED_PROXIES: '2' })).toEqual([
      expect.stringContaining('anybody can forge an address'),
    ])
    expect(await address({ PORTICO_DATA_DIR: tempFolder() })).toEqual([expect.stringContaining('leads here')])
    // Nobody without the keys learns how many proxies there are.
    const stranger = await fetch(`${gateway}/livez`, { headers: { 'x-portico-proxies': '1.a' } })
    expect(stranger.headers.get('x-portico-proxies')).toBeNull()
  })
})

const redis = await testServer('redis')
const postgres = await testServer('postgres')
describe.skipIf('reason' in redis || 'reason' in postgres)('checkGateway with servers', () => {
  test('behavior: names versions and what is pending', async () => {
    const { lines } = await check({
      DATABASE_URL: 'url' in postgres ? postgres.url : '',
      REDIS_URL: 'url' in redis ? redis.url : '',
      RPC_URLS: '{"eip155:1":["http://127.0.0.1:1"]}',
      PORTICO_DATA_DIR: tempFolder(),
    })
    expect(lines.find((line) => line.includes('database: PostgreSQL'))).toMatch(
      /^ok {7}database: PostgreSQL \d+\.\d+ at \S+: /,
    )
    expect(lines.find((line) => / (Valkey|Redis) \d/.test(line))).toMatch(/^ok {7}redis at /)
  })
})
