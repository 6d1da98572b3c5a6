import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../app/config/readConfig.ts'
import { createSafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createPng, pictureHeaders } from '../../testing/pictures.ts'
import { startTlsSite } from '../../testing/startTlsSite.ts'
import { deadUrl } from '../../testing/startUpstream.ts'

const inert = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const respond =
  (body: Buffer | string, type = 'image/png') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(body)

/** Starts a gateway and a site that serves images by path. */
async function start(
  pictures: Record<string, (response: ServerResponse) => void>,
  { env = {}, now }: { env?: Record<string, string>; now?: () => number } = {},
) {
  const site = await startTlsSite({
    behave: (request, response) => {
      const behave = pictures[request.url ?? '']
      if (behave) behave(response)
      else response.writeHead(404).end()
    },
  })
  const gateway = await createTestApp({
    rpcUrls: { 'eip155:31337': [await deadUrl()] },
    env,
    now,
    makeSafeFetch: (options) =>
      createSafeFetch({ ...options, resolve: async () => ['93.184.216.34'], connect: site.connect }),
  })
  const images = gateway.services.modules.images.service
  const show = async (uri: string) => gateway.app.request((await images.present(uri)) ?? '/nothing')
  return { ...gateway, site, images, show }
}

describe('GET /v1/image', () => {
  test.each<readonly [string, Buffer, string]>([
    ['image/png', createPng(), 'image/png'],
    ...Object.entries(pictureHeaders).map(
      ([name, bytes]) => [name.split(' ')[0] ?? '', bytes, name] as const,
    ),
  ])('behavior: proxies %s with its real media type', async (mediaType, bytes) => {
    const { show } = await start({ '/a': respond(bytes, 'application/octet-stream') })
    const response = await show('https://example.com/a')
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('behavior: proxies an SVG without active content', async () => {
    const { show } = await start({ '/a': respond(inert, 'image/svg+xml') })
    const response = await show('https://example.com/a')
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(await response.text()).toBe(inert)
  })

  test('behavior: simultaneous requests fetch an image once, and it is cached', async () => {
    const { show, site } = await start({ '/a': respond(createPng()) })
    const responses = await Promise.all(Array.from({ length: 10 }, () => show('https://example.com/a')))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await show('https://example.com/a')).status).toBe(200)
    expect(site.requests).toHaveLength(1)
  })

  test('behavior: loads IPFS content from the next configured gateway if the first one fails', async () => {
    const env = { IPFS_GATEWAYS: 'https://example.org/nothing https://example.com' }
    const { show, site } = await start({ [`/ipfs/${cid}/1.png`]: respond(createPng()) }, { env })
    expect((await show(`ipfs://${cid}/1.png`)).status).toBe(200)
    expect(site.requests.map(({ host, path }) => `${host}${path}`)).toEqual([
      `example.org/nothing/ipfs/${cid}/1.png`,
      `example.com/ipfs/${cid}/1.png`,
    ])
  })

  test('behavior: without configured gateways, IPFS and Arweave URIs have no path and nothing is fetched', async () => {
    const { images, site } = await start({})
    expect(await images.present(`ipfs://${cid}`)).toBeNull()
    expect(await images.present(`ar://${'a'.repeat(43)}`)).toBeNull()
    expect(site.dialled).toEqual([])
  })

  test('behavior: a small data: URI is returned unchanged, a large one becomes a path', async () => {
    const { images, show, site } = await start({})
    const small = `data:image/png;base64,${createPng().toString('base64')}`
    expect(await images.present(small)).toBe(small)
    const picture = Buffer.concat([createPng(), Buffer.alloc(100_000)])
    const response = await show(`data:image/png;base64,${picture.toString('base64')}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
    expect(response.headers.get('content-type')).toBe('image/png')
    const script = `<svg xmlns="http://www.w3.org/2000/svg"><!--${' '.repeat(70_000)}--><script/></svg>`
    expect(await images.present(`data:image/svg+xml,${encodeURIComponent(script)}`)).toBeNull()
    expect(site.dialled).toEqual([])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    [
      'an SVG with a script',
      respond(inert.replace('<rect', '<script>alert(1)</script><rect'), 'image/svg+xml'),
    ],
    ['a page declared as an image', respond('<!doctype html><script>alert(1)</script>')],
    ['an image declared as a page', respond(createPng(), 'text/html')],
    ['more than 4096 pixels', respond(createPng({ width: 4097, height: 1 }))],
    ['more than 5 MiB', respond(Buffer.concat([createPng(), Buffer.alloc(5 * 1024 * 1024)]))],
    ['nothing', (response) => response.writeHead(404).end()],
    [
      'a redirect to a private address',
      (response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end(),
    ],
  ])('error: %s gets 404 without a reason', async (_, behave) => {
    const { show, services } = await start({ '/a': behave })
    const response = await show('https://example.com/a')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'not-found',
      detail: 'There is no such image.',
    })
    expect((await services.metrics.render()).text).toMatch(/gateway_fetch_total\{outcome="\w+"\} 1/)
  })

  test('error: a failed fetch is retried with increasing delays', async () => {
    let now = 1_800_000_000_000
    const { show, site } = await start({}, { now: () => now })
    const fetchesAfterRequest = async () => {
      expect((await show('https://example.com/a')).status).toBe(404)
      return site.requests.length
    }
    expect([await fetchesAfterRequest(), await fetchesAfterRequest()]).toEqual([1, 1])
    now += 60_000
    expect([await fetchesAfterRequest(), await fetchesAfterRequest()]).toEqual([2, 2])
    now += 60_000
    expect(await fetchesAfterRequest()).toBe(2)
    now += 180_000
    expect(await fetchesAfterRequest()).toBe(3)
  })

  test('error: serves only signed URLs, so it is not an open proxy', async () => {
    const { app, images, site } = await start({ '/a': respond(createPng()), '/b': respond(createPng()) })
    const path = (await images.present('https://example.com/a')) ?? ''
    const { searchParams } = new URL(path, 'http://x')
    const sig = searchParams.get('sig') ?? ''
    for (const bad of [
      '/v1/image',
      '/v1/image?url=https%3A%2F%2Fexample.com%2Fa',
      `/v1/image?url=https%3A%2F%2Fexample.com%2Fb&sig=${sig}`,
      `/v1/image?url=https%3A%2F%2Fexample.com%2Fa&sig=${sig.slice(1)}`,
      `/v1/image?id=https%3A%2F%2Fexample.com%2Fa&sig=${sig}`,
      `/v1/image?id=${'0'.repeat(64)}&url=https%3A%2F%2Fexample.com%2Fa&sig=${sig}`,
      `/v1/image?id=..%2F..%2Fkeys.json&sig=${sig}`,
    ])
      expect((await app.request(bad)).status).toBe(404)
    expect(site.dialled).toEqual([])
    expect((await app.request(path)).status).toBe(200)
  })
})

describe('IPFS_GATEWAYS', () => {
  test.each([
    'http://ipfs.example.com',
    'https://127.0.0.1:8080',
    'https://localhost',
    'https://10.0.0.1',
    'ipfs.example.com',
  ])('error: refuses %s, which is not a public https URL', (url) => {
    expect(() => readConfig({ IPFS_GATEWAYS: `https://example.com, ${url}` })).toThrow(
      `IPFS_GATEWAYS must be https:// addresses of public hosts without a query; one is "${url}".`,
    )
  })
})

describe('images.present', () => {
  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://example.com/a',
    '',
    'data:,',
    'data:text/html,<script>',
    `https://${'a'.repeat(3000)}`,
  ])('error: returns null for %.30s', async (uri) => {
    const { images } = await start({})
    expect(await images.present(uri)).toBeNull()
  })
})
