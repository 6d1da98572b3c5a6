import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SiteFile, serveWallet } from './serveWallet.ts'

const page = (name: string): SiteFile => ({
  type: 'text/html; charset=utf-8',
  body: Buffer.from(
    `<!doctype html><head><title>${name}</title><script type="importmap">{"integrity":{}}</script></head>`,
  ),
})
const files = new Map<string, SiteFile>([
  ['/', page('frame')],
  ['/device.html', page('device')],
  ['/manage.html', page('manage')],
  ['/social.html', page('social')],
  ['/window.html', page('window')],
  ['/assets/keyWorker-1.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('self') }],
])
const data = {
  gatewayUrl: 'http://localhost:4401',
  vaultUrl: 'http://localhost:4403',
  vaultKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k' } as const,
  gatewayKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'g' } as const,
  riskLimits: { usd: 250, share: 0.25 },
  social: { clients: { google: 'client-1' }, farcasterRelay: 'https://relay.example/farcaster' },
}
const server = createServer(
  serveWallet({
    files,
    data,
    allowlist: {
      find: (id) =>
        id === 'shop'
          ? {
              id,
              name: '</script><script>alert(1)',
              origins: ['https://shop.example', '*://localhost:*', '*'],
            }
          : undefined,
    },
  }),
)
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const policyOf = async (path: string) =>
  (await fetch(`${url}${path}`)).headers.get('content-security-policy') ?? ''

describe('serveWallet', () => {
  test('behavior: only pages of the project may embed the frame', async () => {
    const answer = await fetch(`${url}/?projectId=shop&chainId=eip155:1`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    expect(answer.headers.get('content-security-policy')?.replaceAll('; ', '\n')).toMatchInlineSnapshot(`
      "default-src 'none'
      base-uri 'none'
      form-action 'none'
      object-src 'none'
      script-src 'self' 'sha256-v1IUEqDyKCfHdg2mkshdZlh1JwxKZIMqsI0JxkeP1Qo='
      worker-src 'self'
      style-src 'self'
      img-src 'self' data: http://localhost:4401
      font-src 'self'
      connect-src http://localhost:4401 http://localhost:4403 https://relay.example
      frame-src 'none'
      require-trusted-types-for 'script'
      trusted-types wk
      frame-ancestors https://shop.example http://localhost:* https://localhost:*"
    `)
    const html = await answer.text()
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({ ...data, project: { id: 'shop' } })
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test.each(['/', '/?projectId=', '/?projectId=other', '/?projectId=constructor', '/?projectid=shop'])(
    'error: %s names no known project, so no page may embed it',
    async (path) => {
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
      expect(await (await fetch(`${url}${path}`)).text()).not.toContain('"project":')
    },
  )

  test('behavior: only the frame and the wallet’s own page may ask the relay of Farcaster', async () => {
    expect(await policyOf('/manage')).toContain('https://relay.example;')
    for (const path of ['/device', '/take', '/window', '/social'])
      expect(await policyOf(path)).toContain('connect-src http://localhost:4401 http://localhost:4403;')
  })

  test('behavior: the other pages are never in a frame; the window keeps its opener, the device page has none', async () => {
    for (const path of [
      '/device',
      '/manage',
      '/take',
      '/window',
      '/device?projectId=shop',
      '/manage?projectId=shop',
    ])
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
    for (const path of ['/device', '/manage', '/take'])
      expect((await fetch(`${url}${path}`)).headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect((await fetch(`${url}/window`)).headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test.each(['iframe', 'frame', 'embed', 'object', 'fencedframe'])(
    'error: the device page and the wallet’s own page are not even sent to an element %s',
    async (destination) => {
      for (const path of ['/device', '/manage', '/take']) {
        const load = (header: string) =>
          fetch(`${url}${path}`, { headers: { 'sec-fetch-dest': header } }).then(({ status }) => status)
        expect([path, await load(destination), await load('document')]).toEqual([path, 403, 200])
      }
    },
  )

  test('behavior: page data state whether the wallet itself opened the page', async () => {
    const isOpenedByUs = async (headers: Record<string, string>) => {
      const html = await (await fetch(`${url}/window`, { headers })).text()
      const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? []
      return JSON.parse(json).isOpenedByUs
    }
    for (const site of ['cross-site', 'same-site', 'none', 'x'])
      expect([site, await isOpenedByUs({ 'sec-fetch-site': site })]).toEqual([site, false])
    expect(await isOpenedByUs({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(await isOpenedByUs({})).toBe(true)
  })

  describe('the pages of social logins', () => {
    const readData = async (answer: Response) => {
      const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(await answer.text()) ?? []
      return JSON.parse(json)
    }
    const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': type } })
    const paths = ['/social', '/social/google', '/social/apple', '/social/github', '/social/github/second']

    test.each(paths)('behavior: %s keeps its opener and is never embedded', async (path) => {
      const answer = await fetch(`${url}${path}?projectId=shop`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cross-origin-opener-policy')).toBeNull()
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'none'")
      expect(await readData(answer)).toMatchObject({ social: data.social })
      for (const destination of ['iframe', 'frame', 'embed', 'object', 'fencedframe']) {
        const framed = await fetch(`${url}${path}`, { headers: { 'sec-fetch-dest': destination } })
        expect([destination, framed.status]).toEqual([destination, 403])
      }
    })

    test('error: the page was opened by us only if the browser says so', async () => {
      for (const [site, isOpenedByUs] of [
        ['same-origin', true],
        ['same-site', false],
        ['cross-site', false],
        ['none', false],
        ['', false],
      ] as const) {
        const headers = site === '' ? {} : { 'sec-fetch-site': site }
        const read = await readData(await fetch(`${url}/social?provider=google`, { headers }))
        expect([site, read.isOpenedByUs]).toEqual([site, isOpenedByUs])
      }
    })

    test('behavior: a form of Apple’s is put into the page data, and cannot end their block', async () => {
      const form = `state=${encodeURIComponent('</script><script>alert(1)')}&code=c`
      const answer = await post('/social/apple', form)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect((await readData(answer)).posted).toBe(form)
      expect((await readData(await post('/social/apple', '</script>'))).posted).toBe('</script>')
      expect(await readData(await fetch(`${url}/social/apple`))).not.toHaveProperty('posted')
    })

    test('error: longer forms, other bodies, and forms for other pages', async () => {
      expect((await post('/social/apple', 'x'.repeat(16 * 1024))).status).toBe(200)
      expect((await post('/social/apple', 'x'.repeat(16 * 1024 + 1))).status).toBe(413)
      expect((await post('/social/apple', '{}', 'application/json')).status).toBe(415)
      for (const path of [
        '/',
        '/social',
        '/social/google',
        '/social/github',
        '/social/x/second',
        '/device',
        '/social/other',
      ])
        expect([path, (await post(path, 'code=c')).status]).toEqual([path, 405])
      for (const path of [
        '/social/other',
        '/social/',
        '/social/google/second',
        '/social/apple/second',
        '/social/x/third',
        '/social.html',
      ])
        expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
    })
  })

  test('behavior: the worker’s file has no network access, and is cached forever', async () => {
    const answer = await fetch(`${url}/assets/keyWorker-1.js`)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).not.toContain('connect-src')
    expect(answer.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe('self')
  })

  test.each([
    '/index.html',
    '/device.html',
    '/manage.html',
    '/assets/',
    '/assets/../device.html',
    '/%64evice',
    '//device',
    '/x',
  ])('error: %s does not exist', async (path) => {
    // Without its policy any page could embed the wallet.
    const { request } = await import('node:http')
    const status = await new Promise((resolve) =>
      request(`${url}`, { path }, ({ statusCode }) => resolve(statusCode)).end(),
    )
    expect(status).toBe(404)
  })

  test('param: only GET and HEAD are accepted', async () => {
    expect((await fetch(`${url}/?projectId=shop`, { method: 'HEAD' })).status).toBe(200)
    const posted = await fetch(url, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
