import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite } from './server/createSite.ts'
import { readSettings } from './server/readSettings.ts'

let child: ChildProcess
let servers: Server
let url: string
let line: string
let serverEnv: NodeJS.ProcessEnv
const dataDir = mkdtempSync(join(tmpdir(), 'portico-wallet-site-'))
const site = join(dataDir, 'site')
const run = promisify(execFile)

// Serves the responses of gateway and vault that a start needs.
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k' }
  const encryptionKey = { ...jwk, alg: 'ECDH-ES', use: 'enc' }
  const now = Math.floor(Date.now() / 1000)
  const jws = await new SignJWT({
    projects: { local: { name: 'Local', origins: ['*://localhost:*'] } },
    iat: now,
    exp: now + 600,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'allowlist+jwt', kid: 'k' })
    .sign(privateKey)
  const responses: Record<string, unknown> = {
    '/wallet/v1/allowlist': { jws },
    '/wallet/v1/jwks': { keys: [{ ...jwk, alg: 'ES256', use: 'sig' }, encryptionKey] },
    '/.well-known/jwks.json': { keys: [encryptionKey] },
  }
  servers = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS')
      response.setHeader('access-control-allow-origin', `${request.headers.origin}`)
    response.end(JSON.stringify(responses[request.url as string]))
  })
  servers.listen(0, '127.0.0.1')
  await once(servers, 'listening')
  const { port: serversPort } = servers.address() as AddressInfo
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  url = `http://127.0.0.1:${port}`
  serverEnv = {
    ...process.env,
    HOST: '',
    PORTICO_DATA_DIR: dataDir,
    PORTICO_PARENT_PIPE: '1',
    WALLET_PORT: `${port}`,
    WALLET_HIGH_RISK_USD: '250',
    WALLET_HIGH_RISK_SHARE: '0.1',
    GATEWAY_URL: `http://127.0.0.1:${serversPort}`,
    VAULT_URL: `http://127.0.0.1:${serversPort}`,
  }
  // As `npm run wallet -- build` and `npm run wallet` do it.
  await run(process.execPath, ['--conditions=@portico/source', join(import.meta.dirname, 'build.ts'), site])
  child = spawn(process.execPath, ['--max-semi-space-size=2', join(site, 'server.js')], {
    env: serverEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  line = await new Promise<string>((ready, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
      if (text.includes('wallet ready')) ready(text)
    })
    child.once('close', () => reject(new Error('The wallet site ended.')))
  })
}, 90_000)
afterAll(async () => {
  child.kill('SIGKILL')
  servers.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('server', () => {
  test('behavior: prints its address, and serves health and metrics', async () => {
    expect(line).toBe(`wallet ready ${url.replace('127.0.0.1', 'wallet.localhost')}`)
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await fetch(`${url}${path}`)).status).toBe(200)
  })

  test('behavior: the operator’s limits are part of the page', async () => {
    const html = await (await fetch(`${url}/?projectId=local`)).text()
    const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({ riskLimits: { usd: 250, share: 0.1 } })
  })

  test.each(['/?projectId=local', '/device', '/manage', '/social', '/window'])(
    'behavior: every file referenced by %s is served with the stated hash',
    async (path) => {
      const page = await fetch(`${url}${path}`)
      const html = await page.text()
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
      const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
      const policy = page.headers.get('content-security-policy')
      expect(policy).toContain(`'sha256-${createHash('sha256').update(map).digest('base64')}'`)
      const tags = html.match(/<(?:script|link)[^>]+(?:src|href)="\/assets[^>]+>/g) ?? []
      const tagFiles = tags
        .filter((tag) => !tag.includes('rel="icon"'))
        .map((tag) => [/(?:src|href)="([^"]+)"/.exec(tag)?.[1], /integrity="([^"]+)"/.exec(tag)?.[1]])
      const lazyFiles = Object.entries((JSON.parse(map) as { integrity: Record<string, string> }).integrity)
      expect(tagFiles.length).toBeGreaterThan(1)
      for (const [file, hash] of [...tagFiles, ...lazyFiles]) {
        const response = await fetch(`${url}${file}`)
        expect(response.headers.get('cache-control')).toContain('immutable')
        const body = Buffer.from(await response.arrayBuffer())
        expect([file, hash]).toEqual([file, `sha384-${createHash('sha384').update(body).digest('base64')}`])
      }
    },
    60_000,
  )

  test.each(['/?projectId=local', '/device', '/manage', '/social', '/window'])(
    'behavior: %s loads one script and one style sheet, and later only files with a known hash',
    async (path) => {
      const html = await (await fetch(`${url}${path}`)).text()
      const linked = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, file]) => `${file}`,
      )
      expect(linked.map((file) => file.split('.').at(-1)).toSorted()).toEqual(['css', 'js'])
      const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
      const known = Object.keys((JSON.parse(map) as { integrity: Record<string, string> }).integrity)
      const reached = new Set<string>()
      for (const file of linked.filter((name) => name.endsWith('.js'))) await follow(file)
      expect(known.toSorted()).toEqual([...reached].toSorted())

      /** Reads a script and those that it imports; the page's own script may import none at once. */
      async function follow(file: string): Promise<void> {
        if (reached.has(file)) return
        reached.add(file)
        const script = await (await fetch(`${url}${file}`)).text()
        const atOnce = [...script.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g)]
        for (const [, name] of atOnce) {
          if (linked.includes(file)) expect(linked).toContain(`/assets/${name}`)
          else await follow(`/assets/${name}`)
        }
        for (const [, name] of script.matchAll(/\bimport\(["'`]\.\/([^"'`]+)["'`]\)/g))
          await follow(`/assets/${name}`)
      }
    },
    60_000,
  )

  test('behavior: takes at most 120 MB', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const bytes = Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1])
    expect(bytes).toBeLessThan(120_000_000)
  })

  test('param: --check tries what it needs, one line each, and exits with 1 if something would not work', async () => {
    const check = (env: Record<string, string>) =>
      run(process.execPath, [join(site, 'server.js'), '--check'], {
        env: { ...serverEnv, WALLET_ORIGIN: url, ...env },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      )
    const good = await check({})
    expect(good.stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^ok {7}settings: listens on 127\.0\.0\.1:\d+; social logins: none; HSTS: max-age=63072000$/,
      ),
      expect.stringMatching(/^ok {7}pages: \d+ files$/),
      expect.stringMatching(/^ok {7}data: /),
      expect.stringMatching(/^ok {7}gateway at http:\S+: publishes its keys and the signed list of pages$/),
      expect.stringMatching(/^ok {7}gateway at http:\S+: accepts calls of http:/),
      expect.stringMatching(/^ok {7}vault at http:\S+: publishes its keys$/),
      `ok       address ${url}: is this site`,
      '',
    ])
    expect(good.code).toBe(0)
    const dead = await check({ VAULT_URL: await closedUrl() })
    expect(dead.code).toBe(1)
    expect(dead.stdout).toMatch(/^problem {2}vault at \S+: nothing listens there/m)
    const local = await check({ NODE_ENV: 'production' })
    expect(local).toMatchObject({ code: 1, stderr: expect.stringContaining('WALLET_ORIGIN is "http://127') })
  })

  test('error: a server with a certificate that is not trusted', async () => {
    const secure = createSecureServer({ key: testKey, cert: testCertificate }).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const gatewayUrl = `https://localhost:${(secure.address() as AddressInfo).port}`
    const starting = createSite({
      settings: readSettings({
        GATEWAY_URL: gatewayUrl,
        VAULT_URL: gatewayUrl,
        PORTICO_DATA_DIR: join(dataDir, 'new'),
      }),
      loadFiles: async () => new Map(),
      timeoutMs: 0,
    })
    await expect(starting).rejects.toThrow(
      'its certificate is not trusted on this machine (DEPTH_ZERO_SELF_SIGNED_CERT)',
    )
    secure.close()
  })

  test('behavior: ends when its parent process is gone', async () => {
    const closed = once(child, 'close')
    child.stdin?.end()
    expect(await closed).toEqual([0, null])
  })
})

/** Returns an address at which nothing listens. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}`
}

// A self-signed certificate for localhost, valid for 100 years, and its key.
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgz86L4M/dEXpzmfFY
M7DntOhlK7/lfCnzFzSQWIv89lahRANCAAQgwDQcJSsF6wn/Oxdc36zURLc/7kLR
kJAqDSwiY9xN0Ao9+Po+IgnjpEmff4kl1bMGASR/waUOpDa29k4PvZ+q
-----END PRIVATE KEY-----`
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUDmtkZWteka8C5ZE1x2elJEpQLzkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODE3MzExN1oYDzIxMjYxMTA0
MTczMTE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQgwDQcJSsF6wn/Oxdc36zURLc/7kLRkJAqDSwiY9xN0Ao9+Po+Ignj
pEmff4kl1bMGASR/waUOpDa29k4PvZ+qo2kwZzAdBgNVHQ4EFgQUNWIRAH7myxvf
S3kgbgAXGwON318wHwYDVR0jBBgwFoAUNWIRAH7myxvfS3kgbgAXGwON318wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgBHwpNgV1hO7rXXK4+iKGpvoZTDgub2DdkYv2prTek84CIQCH9kxqUF/F
iwYzAjLWjxpByFm8119ntdGPzWp0yS3Gfg==
-----END CERTIFICATE-----`
