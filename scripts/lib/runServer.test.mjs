import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

// Starts a program that says what it is, in place of a server.
let folder
let entry
let command
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-run-'))
  entry = join(folder, 'server.mjs')
  writeFileSync(
    entry,
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
setInterval(() => {}, 1000)
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), mode: process.env.NODE_ENV, metrics: process.env.TEST_METRICS_PORT, flags: process.execArgv }))`,
  )
  command = join(folder, 'command.mjs')
  writeFileSync(
    command,
    `import { runServer } from '${new URL('runServer.mjs', import.meta.url).href}'
await runServer({
  name: 'test', folder: 'apps/vault', entry: ${JSON.stringify(entry)}, youngMb: 8,
  metrics: { variable: 'TEST_METRICS_PORT', port: Number(process.env.TEST_DEFAULT_PORT) || 1 },
})`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const children = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(args, env) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, npm_lifecycle_event: undefined, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, next: async () => (await lines.next()).value }
}

describe('runServer', () => {
  test('behavior: the server is the process that was started, in production mode', async () => {
    const { child, next } = start([command, '--check', 'two words'], {})
    const server = JSON.parse(await next())
    expect(server).toMatchObject({ pid: child.pid, args: ['--check', 'two words'], mode: 'production' })
    expect(server.flags).toEqual([
      '--max-semi-space-size=8',
      '--conditions=@portico/source',
      '--disable-warning=ExperimentalWarning',
    ])
    child.kill('SIGTERM')
    expect(await next()).toBe('stopped')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('behavior: metrics have their default port where it is free and none is set, and commands none', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String(taken.address().port)
    const metricsOf = async (args, env) => JSON.parse(await start([command, ...args], env).next()).metrics
    expect(await metricsOf([], { TEST_DEFAULT_PORT: port })).toBeUndefined()
    expect(await metricsOf([], { TEST_DEFAULT_PORT: port, TEST_METRICS_PORT: '9464' })).toBe('9464')
    taken.close()
    await once(taken, 'close')
    expect(await metricsOf([], { TEST_DEFAULT_PORT: port })).toBe(port)
    expect(await metricsOf(['--check'], { TEST_DEFAULT_PORT: port })).toBeUndefined()
  })

  test('behavior: stops when the npm that started it was killed', async () => {
    const run = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(command)}], { stdio: 'inherit' })`
    const npm = start(['--eval', run], { npm_lifecycle_event: 'gateway' })
    const { pid } = JSON.parse(await npm.next())
    expect(pid).not.toBe(npm.child.pid)
    npm.child.kill('SIGKILL')
    expect(await npm.next()).toBe('stopped')
  })
})
