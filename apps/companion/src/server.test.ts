import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@portico/page-server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let child: ChildProcess
let url: string
const lines: string[] = []

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['--conditions=@portico/source', join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      COMPANION_PORT: String(port),
      GATEWAY_PORT: '5001',
      HOST: '',
      PORTICO_PARENT_PIPE: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      lines.push(line)
      resolve()
    })
    child.once('close', () => reject(new Error('The companion ended.')))
  })
})
afterAll(() => {
  child.kill('SIGKILL')
})

describe('server', () => {
  test('behavior: prints its URL', () => {
    expect(lines).toEqual([`companion ready ${url.replace('127.0.0.1', 'localhost')}`])
  })

  test('behavior: builds the page on the first request, with every file it references', async () => {
    const [page] = await Promise.all([fetch(`${url}/?uri=wc:1@2`), fetch(url)])
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain('connect-src ws://localhost:5001 http:')
    expect(html).toContain('"relayUrl":"ws://localhost:5001/relay"')
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*(src=|type="application\/json"))/)
    const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])
    expect(paths.length).toBeGreaterThan(2)
    for (const path of paths) expect((await fetch(`${url}${path}`)).status).toBe(200)
  }, 60_000)

  test('behavior: ends with its parent process', async () => {
    const closed = once(child, 'close')
    child.stdin?.end()
    expect(await closed).toEqual([0, null])
  })
})
