import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTlsSite } from '../../testing/startTlsSite.ts'
import { openTls } from './connectPinned.ts'
import { createSafeFetch, type SafeFetch } from './createSafeFetch.ts'
import { isPublicAddress } from './isPublicAddress.ts'

type Corpus = {
  urls: { id: string; url: string; expect: 'block' | 'invalid' | 'resolve-then-check' | 'allow' }[]
  redirects: { id: string; chain: string[]; expect: 'block' | 'allow' }[]
  dns: { id: string; host: string; answers: string[]; expect: 'block' | 'allow' }[]
  rebinding: { id: string; lookups: string[][] }[]
}

const root = resolve(import.meta.dirname, '../../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const corpus: Corpus = isSkipped
  ? { urls: [], redirects: [], dns: [], rebinding: [] }
  : JSON.parse(readFileSync(resolve(directory, 'ssrf/ssrf.json'), 'utf8'))

const publicAddress = '93.184.216.34'
const json = { mediaTypes: ['application/json'], maxBytes: 1000 }

// Canary servers on every address of this machine: they count connections that must not happen.
let connections = 0
let port = 0
const open = new Set<Socket>()
const listen = (host: string, at: number) =>
  new Promise<ReturnType<typeof createServer>>((started, failed) => {
    const server = createServer((socket) => {
      connections++
      open.add(socket)
      socket.on('error', () => {})
    })
    server.once('error', failed).listen({ host, port: at, ipv6Only: true }, () => started(server))
  })
let canaries: ReturnType<typeof createServer>[] = []
let hasIpv6 = true
beforeAll(async () => {
  const first = await listen('0.0.0.0', 0)
  port = (first.address() as AddressInfo).port
  canaries = [first]
  try {
    canaries.push(await listen('::', port))
  } catch {
    hasIpv6 = false
  }
})
afterAll(() => {
  for (const socket of open) socket.destroy()
  for (const canary of canaries) canary.close()
})

/** Creates a fetcher that really connects to the checked address, on the canaries' port. */
function createWatchedFetch(resolveHost: (name: string) => Promise<string[]>) {
  const dialled: string[] = []
  const safeFetch = createSafeFetch({
    resolve: resolveHost,
    connect: ({ address, servername, signal }) => {
      dialled.push(address)
      return openTls({ host: address, port, servername, signal })
    },
  })
  return { safeFetch, dialled }
}

/** Returns the URL, and its host with https on port 443, so that the host alone decides. */
function asHttps(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { hostname } = new URL(url)
  return hostname === '' ? [url] : [url, `https://${hostname}/`]
}

describe('createSafeFetch with the vectors of server-side request forgery', () => {
  test('behavior: the canaries count every connection', async () => {
    const before = connections
    for (const address of hasIpv6 ? ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'] : ['127.0.0.1']) {
      const signal = AbortSignal.timeout(10_000)
      const opened = openTls({ host: address, port, servername: 'x', signal }).catch(() => 'closed')
      await expect.poll(() => open.size, { timeout: 10_000 }).toBeGreaterThan(0)
      for (const socket of open) socket.destroy()
      open.clear()
      expect(await opened).toBe('closed')
    }
    expect(connections - before).toBe(hasIpv6 ? 4 : 1)
  })

  vectorTest(
    `error: no blocked or invalid URL opens a connection${reason}`,
    { timeout: 60_000 },
    async () => {
      const before = connections
      const urls = corpus.urls.filter((entry) => entry.expect === 'block' || entry.expect === 'invalid')
      expect(urls).toHaveLength(269)
      // Every name resolves to the local machine, as an attacker would want.
      const { safeFetch, dialled } = createWatchedFetch(async () => ['127.0.0.1'])
      const passed: string[] = []
      for (const { id, url } of urls)
        for (const variant of asHttps(url))
          if ((await safeFetch.get({ url: variant, ...json })).ok) passed.push(id)
      expect(passed).toEqual([])
      expect(dialled).toEqual([])
      expect(connections - before).toBe(0)
    },
  )

  vectorTest(`error: refuses them even if every name resolves to a public address${reason}`, async () => {
    const urls = corpus.urls.filter((entry) => entry.expect === 'block' || entry.expect === 'invalid')
    const { safeFetch, dialled } = createWatchedFetch(async () => [publicAddress])
    for (const { url } of urls)
      expect(await safeFetch.get({ url, ...json })).toEqual({
        ok: false,
        reason: expect.stringMatching(/^(url|host|address)$/),
      })
    expect(dialled).toEqual([])
  })

  vectorTest(`error: refuses public names that resolve to private addresses${reason}`, async () => {
    const before = connections
    const urls = corpus.urls.filter((entry) => entry.expect === 'resolve-then-check')
    expect(urls).toHaveLength(12)
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '0.0.0.0']) {
      const { safeFetch, dialled } = createWatchedFetch(async () => [address])
      for (const { url } of urls)
        expect(await safeFetch.get({ url: asHttps(url)[1] ?? '', ...json })).toEqual({
          ok: false,
          reason: 'address',
        })
      expect(dialled).toEqual([])
    }
    expect(connections - before).toBe(0)
  })

  vectorTest(`behavior: fetches public URLs${reason}`, async () => {
    const urls = corpus.urls.filter(({ expect }) => expect === 'allow')
    expect(urls).toHaveLength(32)
    for (const { url } of urls) {
      const { hostname, port: other } = new URL(url)
      const names = [hostname.replace(/\.$/, '')]
      const site = await startTlsSite({
        names,
        behave: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      })
      const safeFetch = createSafeFetch({ resolve: async () => [publicAddress], connect: site.connect })
      const result = await safeFetch.get({ url, ...json })
      const bare = hostname.replace(/^\[|\]$/g, '')
      if (other !== '') expect(result).toEqual({ ok: false, reason: 'url' })
      else {
        // The test's certificate contains no IP addresses: for those, the connection shows that the URL was allowed.
        expect(site.dialled).toEqual([isPublicAddress(bare) ? bare : publicAddress])
        if (!isPublicAddress(bare)) expect(result).toMatchObject({ ok: true })
      }
    }
  })

  vectorTest.each(corpus.redirects.map((entry) => [entry.id, entry] as const))(
    `behavior: redirect %s, with every status${reason}`,
    { timeout: 60_000 },
    async (_, { chain, expect: expected }) => {
      const before = connections
      for (const status of [301, 302, 303, 307, 308]) {
        let hop = 0
        const site = await startTlsSite({
          names: ['example.com', 'www.example.com', 'example.org'],
          behave: (_request, response) => {
            hop++
            const isLoop = chain[0] === chain[1]
            const next = isLoop ? chain[0] : chain[hop]
            if (next === undefined) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
            else
              response.socket?.end(`HTTP/1.1 ${status} x\r\nlocation: ${next}\r\ncontent-length: 0\r\n\r\n`)
          },
        })
        const safeFetch = createSafeFetch({ resolve: async () => [publicAddress], connect: site.connect })
        const result = await safeFetch.get({ url: chain[0] ?? '', ...json })
        expect(result.ok).toBe(expected === 'allow')
        expect(site.dialled.every((address) => address === publicAddress)).toBe(true)
        expect(site.requests.length).toBeLessThanOrEqual(3)
      }
      expect(connections - before).toBe(0)
    },
  )

  vectorTest.each(corpus.dns.map((entry) => [entry.id, entry] as const))(
    `behavior: DNS response %s${reason}`,
    async (_, { host, answers, expect: expected }) => {
      const site = await startTlsSite({
        names: [host],
        behave: (_request, response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      })
      const safeFetch = createSafeFetch({ resolve: async () => answers, connect: site.connect })
      const result = await safeFetch.get({ url: `https://${host}/`, ...json })
      expect(result.ok).toBe(expected === 'allow')
      expect(site.dialled).toEqual(expected === 'allow' ? answers : [])
    },
  )

  vectorTest.each(corpus.rebinding.map((entry) => [entry.id, entry] as const))(
    `error: DNS rebinding %s: connects only to checked addresses${reason}`,
    async (_, { lookups }) => {
      const before = connections
      let count = 0
      const { safeFetch, dialled } = createLocalFetch(
        () => lookups[Math.min(count++, lookups.length - 1)] ?? [],
      )
      for (const path of ['a', 'b', 'c'])
        await safeFetch.get({ url: `https://name.example.com/${path}`, ...json })
      expect(dialled.every((address) => address === publicAddress)).toBe(true)
      expect(connections - before).toBe(0)
    },
  )
})

/** Like `createWatchedFetch`, but refuses connections to public addresses, because they belong to third parties. */
function createLocalFetch(answers: () => string[]): { safeFetch: SafeFetch; dialled: string[] } {
  const dialled: string[] = []
  const safeFetch = createSafeFetch({
    resolve: async () => answers(),
    connect: ({ address, servername, signal }) => {
      dialled.push(address)
      if (isPublicAddress(address)) return Promise.reject(new Error('refused'))
      return openTls({ host: address, port, servername, signal })
    },
  })
  return { safeFetch, dialled }
}
