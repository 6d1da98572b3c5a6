import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config/readConfig.ts'
import { createSafeFetch } from '../../egress/createSafeFetch.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createPng, pictureHeaders } from '../../testing/pictures.ts'
import { startTlsSite } from '../../testing/startTlsSite.ts'
import { deadUrl } from '../../testing/startUpstream.ts'

const inert = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const answer =
  (body: Buffer | string, type = 'image/png') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(body)

/** A gateway and a site of pictures, by path. */
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
  const { images } = gateway.services
  const show = async (uri: string) => gateway.app.request((await images.present(uri)) ?? '/nothing')
  return { ...gateway, site, images, show }
}

describe('GET /v1/image', () => {
  test.each<readonly [string, Buffer, string]>([
    ['image/png', createPng(), 'image/png'],
    ...Object.entries(pictureHeaders).map(
      ([name, bytes]) => [name.split(' ')[0] ?? '', bytes, name] as const,
    ),
  ])('behavior: %s is passed on under its own name', async (mediaType, bytes) => {
    const { show } = await start({ '/a': answer(bytes, 'application/octet-stream') })
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

  test('behavior: an SVG that only draws', async () => {
    const { show } = await start({ '/a': answer(inert, 'image/svg+xml') })
    const response = await show('https://example.com/a')
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(await response.text()).toBe(inert)
  })

  test('behavior: fetched once, also when many ask at the same time, and kept on the disk', async () => {
    const { show, site } = await start({ '/a': answer(createPng()) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => show('https://example.com/a')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await show('https://example.com/a')).status).toBe(200)
    expect(site.requests).toHaveLength(1)
  })

  test('behavior: IPFS through the configured gateways, the next one if one does not have it', async () => {
    const env = { IPFS_GATEWAYS: 'https://example.org/nothing https://example.com' }
    const { show, site } = await start({ [`/ipfs/${cid}/1.png`]: answer(createPng()) }, { env })
    expect((await show(`ipfs://${cid}/1.png`)).status).toBe(200)
    expect(site.requests.map(({ host, path }) => `${host}${path}`)).toEqual([
      `example.org/nothing/ipfs/${cid}/1.png`,
      `example.com/ipfs/${cid}/1.png`,
    ])
  })

  test('behavior: without gateways IPFS and Arweave have no path, and nobody is called', async () => {
    const { images, site } = await start({})
    expect(await images.present(`ipfs://${cid}`)).toBeNull()
    expect(await images.present(`ar://${'a'.repeat(43)}`)).toBeNull()
    expect(site.dialled).toEqual([])
  })

  test('behavior: a small data: URI stays what it is, a large one travels apart', async () => {
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
      answer(inert.replace('<rect', '<script>alert(1)</script><rect'), 'image/svg+xml'),
    ],
    ['a page under the name of a picture', answer('<!doctype html><script>alert(1)</script>')],
    ['a picture under the name of a page', answer(createPng(), 'text/html')],
    ['more than 4096 pixels', answer(createPng({ width: 4097, height: 1 }))],
    ['more than 5 MiB', answer(Buffer.concat([createPng(), Buffer.alloc(5 * 1024 * 1024)]))],
    ['nothing', (response) => response.writeHead(404).end()],
    [
      'a redirect to the inside',
      (response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end(),
    ],
  ])('error: %s is not shown, and the answer says nothing of why', async (_, behave) => {
    const { show, services } = await start({ '/a': behave })
    const response = await show('https://example.com/a')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'not-found',
      detail: 'There is no such picture here.',
    })
    expect((await services.metrics.render()).text).toMatch(/gateway_fetch_total\{outcome="\w+"\} 1/)
  })

  test('error: what failed is not fetched again at once, and less often each time', async () => {
    let now = 1_800_000_000_000
    const { show, site } = await start({}, { now: () => now })
    const asked = async () => {
      expect((await show('https://example.com/a')).status).toBe(404)
      return site.requests.length
    }
    expect([await asked(), await asked()]).toEqual([1, 1])
    now += 60_000
    expect([await asked(), await asked()]).toEqual([2, 2])
    now += 60_000
    expect(await asked()).toBe(2)
    now += 180_000
    expect(await asked()).toBe(3)
  })

  test('error: only what this gateway has named: no open proxy', async () => {
    const { app, images, site } = await start({ '/a': answer(createPng()), '/b': answer(createPng()) })
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
  ])('error: %s is no public https address', (url) => {
    expect(() => readConfig({ IPFS_GATEWAYS: `https://example.com, ${url}` })).toThrow(
      `IPFS_GATEWAYS must be https:// addresses of public hosts; "${url}" is none.`,
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
  ])('error: %.30s has no place', async (uri) => {
    const { images } = await start({})
    expect(await images.present(uri)).toBeNull()
  })
})
