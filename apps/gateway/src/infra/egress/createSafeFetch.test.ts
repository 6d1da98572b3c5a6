import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTlsSite, type TlsSite } from '../../testing/startTlsSite.ts'
import { type ConnectPinned, openTls } from './connectPinned.ts'
import { createSafeFetch, type FetchRefusal } from './createSafeFetch.ts'

const publicAddress = '93.184.216.34'
const json = { mediaTypes: ['application/json'], maxBytes: 1000 }

/** Creates a fetcher over a site. Every name resolves to one public address unless `options` overrides it. */
function fetcher(site: TlsSite, options: Parameters<typeof createSafeFetch>[0] = {}) {
  const outcomes: string[] = []
  const safeFetch = createSafeFetch({
    resolve: async () => [publicAddress],
    connect: site.connect,
    onFetch: (outcome) => outcomes.push(outcome),
    ...options,
  })
  onTestFinished(() => safeFetch.close())
  const get = (url: string, request: Partial<typeof json> = {}) => safeFetch.get({ url, ...json, ...request })
  return { get, outcomes, safeFetch }
}

const answerJson = (response: ServerResponse, text = '{"a":1}') =>
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text)

describe('createSafeFetch', () => {
  test('behavior: fetches from the checked address, with only the necessary request headers', async () => {
    const site = await startTlsSite({ behave: (_, response) => answerJson(response) })
    const { get, outcomes } = fetcher(site, { resolve: async () => ['2606:2800:220:1::1', publicAddress] })
    const result = await get('https://example.com/a?b=c#d')
    expect(result).toEqual({ ok: true, mediaType: 'application/json', bytes: Buffer.from('{"a":1}') })
    expect(site.dialled).toEqual(['2606:2800:220:1::1'])
    const [request] = site.requests
    expect(request).toMatchObject({ host: 'example.com', path: '/a?b=c' })
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(outcomes).toEqual(['ok'])
  })

  test('behavior: ignores the trailing dot of a host name', async () => {
    const site = await startTlsSite({ behave: (_, response) => answerJson(response) })
    expect(await fetcher(site).get('https://EXAMPLE.com./')).toMatchObject({ ok: true })
    expect(site.requests[0]?.host).toBe('example.com')
  })

  test('behavior: tries the next address if one does not respond', async () => {
    const site = await startTlsSite({ behave: (_, response) => answerJson(response) })
    const connect: ConnectPinned = (target) =>
      target.address === '8.8.8.8' ? Promise.reject(new Error('refused')) : site.connect(target)
    const { get } = fetcher(site, { connect, resolve: async () => ['8.8.8.8', publicAddress] })
    expect(await get('https://example.com/')).toMatchObject({ ok: true })
    expect(site.dialled).toEqual([publicAddress])
  })

  test.each([
    ['gzip', gzipSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
  ])('behavior: decompresses %s', async (encoding, body) => {
    const site = await startTlsSite({
      behave: (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
          .end(body),
    })
    expect(await fetcher(site).get('https://example.com/')).toMatchObject({ bytes: Buffer.from('{"a":1}') })
  })

  test('error: a certificate for another name', async () => {
    const site = await startTlsSite({ names: ['evil.org'], behave: (_, response) => answerJson(response) })
    expect(await fetcher(site).get('https://example.com/')).toEqual({ ok: false, reason: 'connection' })
    expect(site.requests).toEqual([])
  })

  test('error: an untrusted certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const site = await startTlsSite({ behave: (_, response) => answerJson(response) })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    // The same connection without the test's certificate authority.
    const connect: ConnectPinned = async (target) => {
      const socket = await site.connect(target)
      const port = socket.remotePort ?? 0
      socket.destroy()
      return openTls({ ...target, host: '127.0.0.1', port })
    }
    expect(await fetcher(site, { connect }).get('https://example.com/')).toMatchObject({
      reason: 'connection',
    })
    expect(site.requests).toEqual([])
  })

  test.each<[string, FetchRefusal, (response: ServerResponse) => void]>([
    ['another status', 'status', (response) => response.writeHead(404).end()],
    ['status 204', 'status', (response) => response.writeHead(204).end()],
    [
      'a wrong type',
      'type',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
    ],
    ['no type', 'type', (response) => response.writeHead(200).end('{}')],
    [
      'a declared length above the limit',
      'size',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '5000000' })
          .flushHeaders(),
    ],
    [
      'an endless body',
      'size',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!response.destroyed && response.write('a'.repeat(16_384)));
          response.once('drain', more)
        }
        more()
      },
    ],
    [
      'a decompression bomb (100 MB in 100 kB)',
      'size',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(100_000_000))),
    ],
    [
      'a body shorter than declared',
      'connection',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{}', () => response.destroy())
      },
    ],
    [
      'an unknown coding',
      'encoding',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' }).end('{}'),
    ],
    [
      'two codings',
      'encoding',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip' })
          .end(gzipSync(gzipSync('{}'))),
    ],
    [
      'an invalid coding',
      'encoding',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end('this is not gzip'),
    ],
    [
      'a response that is not HTTP',
      'connection',
      (response) => {
        response.socket?.end('220 mail.example.com ESMTP\r\n')
      },
    ],
    [
      'headers without end',
      'connection',
      (response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n`)
      },
    ],
  ])('error: %s', async (_, reason, behave) => {
    const site = await startTlsSite({ behave: (_request, response) => behave(response) })
    const { get, outcomes } = fetcher(site)
    expect(await get('https://example.com/')).toEqual({ ok: false, reason })
    expect(outcomes).toEqual([reason])
  })

  test('error: a body longer than declared is cut off', async () => {
    const site = await startTlsSite({
      behave: (_, response) => {
        response.socket?.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}${'a'.repeat(5000)}`,
        )
      },
    })
    expect(await fetcher(site).get('https://example.com/')).toMatchObject({ bytes: Buffer.from('{}') })
  })

  test.each(['resolving', 'connecting', 'headers', 'body'])(
    'error: times out while %s is slow',
    async (where) => {
      const clock = new AbortController()
      const site = await startTlsSite({
        behave: (_, response) => {
          if (where === 'body') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
          // The rest of the body is never sent.
          setImmediate(() => clock.abort())
        },
      })
      const never = (): Promise<never> => {
        setImmediate(() => clock.abort())
        return new Promise(() => {})
      }
      const limits: number[] = []
      const { get } = fetcher(site, {
        deadline: (ms) => {
          limits.push(ms)
          return clock.signal
        },
        ...(where === 'resolving' ? { resolve: never } : {}),
        ...(where === 'connecting' ? { connect: never } : {}),
      })
      expect(await get('https://example.com/')).toEqual({ ok: false, reason: 'timeout' })
      expect(limits).toEqual([5000])
    },
  )

  test('behavior: limits the number of running and of waiting fetches', async () => {
    const answers: (() => void)[] = []
    const site = await startTlsSite({
      behave: (_, response) => void answers.push(() => answerJson(response)),
    })
    const { get, safeFetch } = fetcher(site, { maxConcurrent: 2, maxWaiting: 2 })
    const [one, two, three, four] = [1, 2, 3, 4].map((n) => get(`https://example.com/${n}`))
    expect(await get('https://example.com/5')).toEqual({ ok: false, reason: 'busy' })
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(2)
    answers[0]?.()
    answers[1]?.()
    expect(await Promise.all([one, two])).toMatchObject([{ ok: true }, { ok: true }])
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(4)
    safeFetch.close()
    expect(await Promise.all([three, four, get('https://example.com/6')])).toEqual(
      Array(3).fill({ ok: false, reason: 'timeout' }),
    )
  })
})
