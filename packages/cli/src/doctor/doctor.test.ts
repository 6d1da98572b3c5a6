import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { main } from '../main.ts'
import { doctor } from './doctor.ts'

// The checks against a real gateway are in `apps/gateway`. These are the ways in which servers and proxies fail.

async function listen(listener: RequestListener, prepare?: (server: Server) => void): Promise<string> {
  const server = createServer(listener)
  prepare?.(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The address of a server that has stopped. */
async function closedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

/** Runs the checks without those of packages. */
async function run(parameters: Omit<Parameters<typeof doctor>[0], 'folder'>) {
  const checks = await doctor({ folder: tmpdir(), ...parameters })
  return checks.slice(1).map(({ name, status, message }) => `${status} ${name}: ${message}`)
}

describe('doctor', () => {
  test('error: an address where nothing, or something else, answers', async () => {
    const closed = await closedUrl()
    expect(await run({ gatewayUrl: closed })).toEqual([
      `problem gateway: ${closed} cannot be reached: ECONNREFUSED.`,
    ])
    const other = await listen((_, response) => response.end('<h1>Hello</h1>'))
    expect(await run({ gatewayUrl: other })).toEqual([
      `problem gateway: ${other}/healthz answers 200, but not as a gateway of Portico does.`,
    ])
  })

  test('behavior: a gateway whose parts fail', async () => {
    const refuse = json({ status: 'unavailable', checks: { database: 'ok', 'eip155:1': 'failed' } }, 503)
    const gatewayUrl = await listen(refuse)
    expect(await run({ gatewayUrl })).toEqual([
      `problem gateway: ${gatewayUrl} is not ready: eip155:1 fails.`,
      'skipped project: No project was given.',
      `problem relay: ${gatewayUrl.replace('http', 'ws')}/relay answers 503 instead of opening a WebSocket.`,
    ])
    const hidden = await listen((request, response) => {
      const isHidden = request.url?.startsWith('/healthz')
      json(isHidden ? {} : { status: 'ok', checks: { gateway: 'ok' } }, isHidden ? 404 : 200)(
        request,
        response,
      )
    })
    expect((await run({ gatewayUrl: hidden }))[0]).toBe(`ok gateway: ${hidden} is ready.`)
    const redis = await listen(json({ status: 'ok', checks: { redis: 'failed' } }))
    expect((await run({ gatewayUrl: redis }))[0]).toBe(`warning gateway: ${redis} is ready, but redis fails.`)
  })

  test('behavior: a proxy that drops headers', async () => {
    const gatewayUrl = await listen((request, response) => {
      const body = request.url?.startsWith('/healthz')
        ? { status: 'ok', checks: {} }
        : { allowedOrigins: ['*'] }
      json(body)(request, response)
    })
    const pageUrl = await listen((_, response) => response.end('page'))
    expect(await run({ gatewayUrl, projectId: 'shop', pageUrl })).toEqual([
      `ok gateway: ${gatewayUrl} is ready.`,
      `problem project: The answer lacks "access-control-allow-origin" for ${pageUrl}, so browsers refuse it.`,
      `problem relay: ${gatewayUrl.replace('http', 'ws')}/relay answers 200 instead of opening a WebSocket.`,
      `ok page: ${pageUrl} answers 200. It has no Content Security Policy.`,
    ])
  })

  test('behavior: policies of the page, in the header and in the page', async () => {
    const pageUrl = await listen((_, response) => {
      response.setHeader('content-security-policy', "default-src 'self'; img-src 'self' data: https:")
      response.end(`<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`)
    })
    const walletUrl = await listen((_, response) => {
      response.setHeader('content-security-policy', "frame-ancestors 'none'")
      response.end()
    })
    const checks = await doctor({
      folder: tmpdir(),
      relayUrl: 'ws://127.0.0.1:1/relay',
      projectId: 'shop',
      pageUrl,
      walletUrl,
    })
    expect(checks.slice(1).map(({ name, remedy }) => [name, remedy])).toEqual([
      ['relay', 'Check the address, and that the gateway runs.'],
      ['wallet site', `Add ${pageUrl} to the allowed origins of the project at the gateway.`],
      ['page policy', 'Add ws://127.0.0.1:1 to connect-src.'],
      ['page policy', `Add ${walletUrl} to frame-src.`],
    ])
    const allowing = await listen((_, response) => {
      response.setHeader('content-security-policy', `default-src 'self' data: ${walletUrl}`)
      response.end()
    })
    expect((await run({ pageUrl: allowing, walletUrl })).at(-1)).toBe(
      `ok page: ${allowing} answers 200. Its Content Security Policy allows what the kit needs.`,
    )
  })
})

describe('portico doctor', () => {
  async function command(...args: string[]) {
    let out = ''
    let error = ''
    const output = {
      out: (text: string) => {
        out += text
      },
      error: (text: string) => {
        error += text
      },
    }
    return { code: await main({ args: ['doctor', '--folder', tmpdir(), ...args], output }), out, error }
  }

  test('behavior: text, JSON and exit codes', async () => {
    const closed = await closedUrl()
    const text = await command(closed)
    expect(text.code).toBe(1)
    expect(text.out).toContain(`✗ gateway   ${closed} cannot be reached: ECONNREFUSED.\n`)
    expect(text.out).toContain('\n1 problem found.\n')
    const asJson = await command(closed, '--json')
    expect([asJson.code, JSON.parse(asJson.out).ok]).toEqual([1, false])
    expect(await command()).toMatchObject({ code: 0, out: expect.stringContaining('No problems found.') })
  })

  test('error: what a server says does not control the terminal', async () => {
    const gateway = await listen((request, response) => {
      const isProject = request.url?.startsWith('/projects')
      const problem = { title: 'Gone\u001b]0;owned\u0007\u001b[2J\r\n✓ all is well' }
      json(isProject ? problem : { status: 'ok', checks: {} }, isProject ? 410 : 200)(request, response)
    })
    const { out } = await command(gateway, '--project', 'shop')
    expect(out).toContain('The gateway answers 410 for the project "shop": Gone]0;owned[2J✓ all is well\n')
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })

  test('error: malformed addresses', async () => {
    expect(await command('localhost:4401')).toMatchObject({ code: 2 })
    expect(await command('http://a', '--origin', 'app')).toMatchObject({ code: 2 })
    expect(await command('http://a', '--relay', 'http://a')).toMatchObject({ code: 2 })
    expect(await command('http://a', 'http://b')).toMatchObject({ code: 2 })
    expect(await command('--colour')).toMatchObject({ code: 2 })
  })
})
