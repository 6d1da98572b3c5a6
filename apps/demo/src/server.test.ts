import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@portico/page-server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const started: ChildProcess[] = []

/** Runs the server as `npm start` does. */
function start(port: number) {
  const child = spawn(
    process.execPath,
    ['--conditions=@portico/source', join(import.meta.dirname, 'server.ts')],
    {
      env: {
        ...process.env,
        DEMO_PORT: String(port),
        GATEWAY_PORT: '5001',
        HOST: '',
        PORTICO_PARENT_PIPE: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  started.push(child)
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.includes('demo ready')) resolve()
      })
    }
    child.once('close', () => reject(new Error(`The demo ended: ${lines.join('\n')}`)))
  })
  ready.catch(() => {}) // a test that expects a failure waits for `close` instead
  return { child, lines, ready }
}

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

describe('server', () => {
  let port: number
  let demo: ReturnType<typeof start>
  beforeAll(async () => {
    port = await freePort()
    demo = start(port)
    await demo.ready
  })

  test('behavior: prints its address once it is ready', async () => {
    expect(demo.lines).toEqual([`demo ready http://localhost:${port}`])
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  })

  test('behavior: the page complies with its security policy and contains the server addresses', async () => {
    const page = await fetch(`http://127.0.0.1:${port}/?options={}`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self'; img-src 'self' data: blob:",
    )
    expect(page.headers.get('content-security-policy')).toContain(
      "connect-src 'self' http://localhost:5001 http://localhost:",
    )
    expect(html).toContain('"gatewayUrl":"http://localhost:5001"')
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*(src=|type="application\/json"))/)
  })

  test('behavior: every file of the page is served compressed and immutable', async () => {
    const html = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])
    expect(paths.length).toBeGreaterThan(2)
    for (const path of paths) {
      const file = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } })
      expect(file.status).toBe(200)
      expect(file.headers.get('cache-control')).toContain('immutable')
      expect(file.headers.get('content-encoding')).toBe('br')
    }
  })

  test('behavior: the bundler does not stay in memory', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const bytes = Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1])
    expect(bytes).toBeLessThan(150_000_000)
  })

  test('error: a port in use prints one sentence and exits', async () => {
    const second = start(port)
    const [code] = await once(second.child, 'close')
    expect(code).toBe(1)
    expect(second.lines).toEqual([
      `Port ${port} is taken: stop the program that has it, or choose another one with DEMO_PORT.`,
    ])
  })

  test('behavior: exits when its parent process is gone', async () => {
    const closed = once(demo.child, 'close')
    demo.child.stdin?.end()
    expect(await closed).toEqual([0, null])
  })
})
