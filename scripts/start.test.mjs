import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findTakenPort } from './lib/findTakenPort.mjs'
import { freePort } from './lib/freePort.mjs'

describe('npm start', () => {
  let dataDir
  const children = []
  const servers = []
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'portico-start-'))
  })
  afterEach(async () => {
    // Until they have ended, they may still write into the folder.
    await Promise.all(
      children.splice(0).map(({ child, exit }) => {
        child.kill('SIGTERM')
        return exit
      }),
    )
    for (const server of servers.splice(0)) server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const listen = async () => {
    const server = createServer()
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server.address().port
  }
  const start = ({ args, env = {} }) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs'), ...args], {
      env: { ...process.env, PORTICO_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines = []
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => lines.push(line))
    }
    const exit = once(child, 'close').then(([code, signal]) => code ?? signal)
    children.push({ child, exit })
    return { child, lines, exit }
  }
  const startGateway = async () => {
    const port = await freePort()
    const run = start({
      args: ['--only', 'gateway'],
      env: { GATEWAY_PORT: String(port), METRICS_PORT: String(await freePort()) },
    })
    await vi.waitFor(() => expect(run.lines).toContain('Portico is ready'), { timeout: 50_000 })
    return { port, ...run }
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('behavior: %s stops the real gateway', async (signal) => {
    const { port, child, lines, exit } = await startGateway()
    expect(lines).toContain(`  gateway  http://localhost:${port}`)
    const { status } = await fetch(`http://127.0.0.1:${port}/livez`)
    expect(status).toBe(200)
    child.kill(signal)
    expect(await exit).toBe(0)
    expect(await findTakenPort([{ port }])).toBeUndefined()
  })

  test('behavior: the real gateway exits when npm start is killed', async () => {
    const { port, child, exit } = await startGateway()
    child.kill('SIGKILL')
    expect(await exit).toBe('SIGKILL')
    await vi.waitFor(async () => expect(await findTakenPort([{ port }])).toBeUndefined(), { timeout: 50_000 })
  })

  test('error: already running', async () => {
    const { child } = await startGateway()
    const { lines, exit } = start({
      args: ['--only', 'gateway'],
      env: { GATEWAY_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) },
    })
    expect(await exit).toBe(1)
    expect(lines.join('\n')).toContain(
      `Portico is already running: process ${child.pid} runs the gateway with the data in ${dataDir}.`,
    )
  })

  test('error: a taken port', async () => {
    const port = await listen()
    const { lines, exit } = start({ args: ['--only', 'demo'], env: { DEMO_PORT: String(port) } })
    expect(await exit).toBe(1)
    expect(lines.filter(Boolean)).toEqual([
      `The demo needs port ${port} (DEMO_PORT), which another program uses: stop that program, or choose another port: DEMO_PORT=${port < 65_000 ? port + 100 : port - 100} npm start`,
    ])
  })

  test.each([
    [
      ['--only', 'shop'],
      /^There is no part "shop": choose from devnet, gateway, vault, wallet, demo, companion\.$/,
    ],
    [
      ['--onyl', 'demo'],
      /^Unknown option '--onyl'\. Usage: npm start \[-- --only devnet,gateway,vault,wallet,demo,companion\]$/,
    ],
    [['--only'], /Usage: npm start/],
    [['demo'], /Usage: npm start/],
  ])('error: unknown arguments: %s', async (args, sentence) => {
    const { lines, exit } = start({ args })
    expect(await exit).toBe(1)
    expect(lines.filter(Boolean)).toEqual([expect.stringMatching(sentence)])
  })
})
