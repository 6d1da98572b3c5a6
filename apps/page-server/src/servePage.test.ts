import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readDeployMetrics } from '@portico/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageFile } from './pageFile.ts'
import { serveHealth } from './serveHealth.ts'
import { servePage } from './servePage.ts'

const body = Buffer.from('<!doctype html>')
const compressed = { br: brotliCompressSync(body), gzip: gzipSync(body) }
const files = new Map<string, PageFile>([
  ['/', { type: 'text/html; charset=utf-8', body, compressed, immutable: false }],
  ['/assets/font-abc.woff2', { type: 'font/woff2', body: Buffer.from('font'), immutable: true }],
])
const health = { isStopping: false, checks: new Map([['gateway', () => isGatewayThere]]) }
let isGatewayThere = true
const server = createServer(
  serveHealth({
    name: 'demo',
    version: '1.2.3',
    health,
    next: servePage({ files, policy: "default-src 'none'" }),
  }),
)

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends the path unchanged, unlike `fetch`. */
function get(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', path, method, headers: { ...headers } },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          })
        },
      )
      sent.on('error', reject).end()
    },
  )
}

describe('servePage', () => {
  test('behavior: the page is served whatever its query, and must be revalidated', async () => {
    const answer = await get('/?options=%7B%7D')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(body)
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'",
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  })

  test('behavior: files with a hash in their name are immutable', async () => {
    const { headers } = await get('/assets/font-abc.woff2', { headers: { 'accept-encoding': 'br' } })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBeUndefined()
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('param: accept-encoding %s', async (accepted, encoding) => {
    const answer = await get('/', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
  })

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '//etc/passwd',
    '/assets/',
    '/index.html/',
    '/\\..\\package.json',
    '/%00',
    '/%',
    '/__proto__',
  ])('error: path traversal by %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toBe('Not found.\n')
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
  })

  test('param: method', async () => {
    expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(await get('/', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })
})

describe('serveHealth', () => {
  test('behavior: answers health checks, and counts responses', async () => {
    expect((await get('/livez')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/healthz')).status).toBe(200)
    isGatewayThere = false
    expect(await get('/healthz')).toMatchObject({ status: 503, body: Buffer.from('failed: gateway\n') })
    expect((await get('/readyz')).status).toBe(200)
    const metrics = (await get('/metrics')).body.toString()
    expect(metrics).toMatch(/^demo_requests_total\{status="200"\} \d+$/m)
    expect(metrics).toContain('demo_info{version="1.2.3"} 1\n')
    expect(metrics).toContain('demo_check_ok{check="gateway"} 0\n')
    expect(metrics).toMatch(/^process_cpu_seconds_total [\d.]+$/m)
  })

  test('behavior: every metric of a page’s server that dashboard and alert rules name exists', async () => {
    const metrics = (await get('/metrics')).body.toString()
    const named = readDeployMetrics(['wallet_', 'process_', 'nodejs_'])
    expect(named.length).toBeGreaterThan(5)
    const known = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) =>
      name?.replace('demo_', 'wallet_'),
    )
    // Only on Linux, and not of the wallet site.
    expect(named.filter((name) => !known.includes(name) && name !== 'process_open_fds')).toEqual([])
  })
})
