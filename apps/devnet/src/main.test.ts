import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getArtifacts } from './artifacts.ts'
import { createRpc } from './chains/createRpc.ts'
import { devnetManifest } from './manifest.ts'
import { nodePorts } from './startNodes.ts'
import { alive, descendants } from './testing/processes.ts'
import { start } from './testing/start.ts'
import { tempFolder } from './testing/tempFolder.ts'

const visitor = devnetManifest.accounts[0]?.address
const cache = join(import.meta.dirname, '../../../.cache/devnet')
const main = join(import.meta.dirname, 'main.ts')
const nodes = {
  ...Object.fromEntries(Object.keys(nodePorts).map((variable) => [variable, '0'])),
  BITCOIND: 'none',
  IDENTITY_PORT: '0',
  ONRAMP_PORT: '0',
}
const wait = { interval: 20, timeout: 15_000 }

interface Run {
  child: ChildProcess
  pid: number
  output(): string
  errors(): string
  exit: Promise<number | null>
}

function run(args: readonly string[], env: Record<string, string>): Run {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, EVM_PORT: '0', EVM2_PORT: '0', MAIL_PORT: '0', SMTP_PORT: '0', ...nodes, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    errors += text
  })
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, pid: child.pid ?? 0, output: () => output, errors: () => errors, exit }
}

async function ready(running: Run): Promise<number[]> {
  await vi.waitUntil(() => running.output().endsWith('devnet ready\n') || running.errors(), wait)
  expect(running.errors()).toBe('')
  const pids = descendants(running.pid)
  // Two chains, each with a guard process.
  expect(pids).toHaveLength(4)
  return pids
}

async function gone(pids: readonly number[]): Promise<void> {
  await vi.waitUntil(() => alive(pids).length === 0, wait)
}

describe('main', () => {
  // Compile before the tests, so that none of them waits for it.
  beforeAll(() => getArtifacts())

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'behavior: prints the addresses of the chains, and ends them on %s',
    async (signal) => {
      const running = run([main], { PORTICO_DATA_DIR: await tempFolder() })
      const pids = await ready(running)
      expect(running.output()).toMatch(/^Identity providers at http:\/\/localhost:\d+$/m)
      expect(running.output()).toMatch(/^Play-money provider at http:\/\/localhost:\d+$/m)
      expect(running.output().split('\n').slice(-8)).toEqual([
        expect.stringMatching(/^Local One \(chain 31337\) at http:\/\/127\.0\.0\.1:\d+$/),
        expect.stringMatching(/^Local Two \(chain 31338\) at http:\/\/127\.0\.0\.1:\d+$/),
        expect.stringMatching(/^Local Solana at http:\/\/127\.0\.0\.1:\d+, WebSocket at ws:\/\/\S+ too$/),
        expect.stringMatching(/^Local Solana Two at http:\S+, WebSocket at ws:\S+ too$/),
        expect.stringMatching(/^Local Bitcoin \(local ledger\) at http:\/\/\S+, Esplora at http:\/\/\S+$/),
        expect.stringMatching(/^Local Signet \(local ledger\) at http:\S+, Esplora at http:\S+$/),
        'devnet ready',
        '',
      ])

      running.child.kill(signal)

      expect(await running.exit).toBe(0)
      expect(alive(pids)).toEqual([])
    },
  )

  test('behavior: after a kill no process remains and the state is kept', async () => {
    const dataDir = await tempFolder()
    const running = run([main], { PORTICO_DATA_DIR: dataDir })
    const pids = await ready(running)
    const url = /Local One .* at (\S+)/.exec(running.output())?.[1] ?? ''
    const hash = await createRpc(url)<string>('eth_sendTransaction', [
      { from: visitor, to: visitor, value: '0x1' },
    ])
    const file = join(dataDir, 'devnet/31337.json')
    await vi.waitUntil(async () => (await readFile(file, 'utf8')).includes(hash), wait)

    running.child.kill('SIGKILL')

    await running.exit
    await gone(pids)
    const again = await start({ dataDir })
    expect(await createRpc(again.urls[0])('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
    })
  })

  test('behavior: ends when its parent is killed', async () => {
    const script = `
      import { spawn } from 'node:child_process'
      spawn(process.execPath, [${JSON.stringify(main)}], { stdio: 'inherit' })`
    const parent = run(['--input-type=module', '-e', script], { PORTICO_DATA_DIR: await tempFolder() })
    await vi.waitUntil(() => parent.output().endsWith('devnet ready\n'), wait)
    const pids = descendants(parent.pid)
    expect(pids).toHaveLength(5)

    parent.child.kill('SIGKILL')

    await gone(pids)
  })

  test('behavior: after a kill during seeding, the next start seeds again', async () => {
    const dataDir = await tempFolder()
    const cacheDir = await tempFolder()
    await mkdir(cacheDir, { recursive: true })
    for (const name of await readdir(cache)) {
      if (name.startsWith('artifacts-')) await copyFile(join(cache, name), join(cacheDir, name))
    }
    const script = `
      import { startChains } from ${JSON.stringify(join(import.meta.dirname, 'startChains.ts'))}
      await startChains({ ...${JSON.stringify({ dataDir, cacheDir })}, ports: { 31337: 0, 31338: 0 }, log: console.log })`
    const running = run(['--input-type=module', '-e', script], {})
    await vi.waitUntil(() => descendants(running.pid).length > 0, wait)
    // Suspend it first, so that it cannot start another process before the kill.
    running.child.kill('SIGSTOP')
    const pids = descendants(running.pid)

    running.child.kill('SIGKILL')

    await running.exit
    await gone(pids)
    expect((await readdir(cacheDir)).filter((name) => name.startsWith('seed-'))).toEqual([])
    const { urls } = await start({ dataDir, cacheDir })
    const nonce = await createRpc(urls[0])<string>('eth_getTransactionCount', [visitor, 'latest'])
    expect(Number(nonce)).toBeGreaterThan(40)
  })

  test('error: a port in use is reported in one sentence', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const running = run([main], { PORTICO_DATA_DIR: await tempFolder(), EVM_PORT: `${port}` })

    expect(await running.exit).toBe(1)
    expect(running.errors()).toBe(
      `Port ${port} on 127.0.0.1, wanted by Local One, is taken by another program: stop that program or set EVM_PORT to a free port.\n`,
    )
    expect(running.output()).not.toContain('devnet ready')
  })

  test('error: an invalid port', async () => {
    const running = run([main], { PORTICO_DATA_DIR: await tempFolder(), EVM2_PORT: 'many' })

    expect(await running.exit).toBe(1)
    expect(running.errors()).toBe(
      'EVM2_PORT is "many": set it to a port number from 1 to 65535, or 0 for any free port.\n',
    )
  })

  test('error: the program ends when a chain is killed', async () => {
    const running = run([main], { PORTICO_DATA_DIR: await tempFolder() })
    const pids = await ready(running)

    for (const pid of pids) process.kill(pid, 'SIGKILL')

    expect(await running.exit).toBe(1)
    expect(running.errors()).toMatch(
      /^Local (One|Two) stopped by itself \(ended by SIGKILL\): start again, .*\.\n$/,
    )
    await gone(pids)
  })
})
