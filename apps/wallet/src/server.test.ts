import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let child: ChildProcess
let servers: Server
let url: string
let line: string
const dataDir = mkdtempSync(join(tmpdir(), 'portico-wallet-site-'))

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
  child = spawn(process.execPath, ['--conditions=@portico/source', join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      HOST: '',
      PORTICO_DATA_DIR: dataDir,
      PORTICO_PARENT_PIPE: '1',
      WALLET_PORT: `${port}`,
      WALLET_HIGH_RISK_USD: '250',
      WALLET_HIGH_RISK_SHARE: '0.1',
      GATEWAY_URL: `http://127.0.0.1:${serversPort}`,
      VAULT_URL: `http://127.0.0.1:${serversPort}`,
    },
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

  test('behavior: the bundler does not stay in memory', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const bytes = Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1])
    expect(bytes).toBeLessThan(150_000_000)
  })

  test('behavior: ends when its parent process is gone', async () => {
    const closed = once(child, 'close')
    child.stdin?.end()
    expect(await closed).toEqual([0, null])
  })
})
