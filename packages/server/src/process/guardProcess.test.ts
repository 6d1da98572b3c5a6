import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../testing/tempFolder.ts'

const secret = 'cafebabe1337d00dcafebabe1337d00d'
/** Elsewhere core files go to a program or to another folder: there the process's own limits are what can be tested. */
const writesCores =
  process.platform === 'linux' && /^core/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'))
const guard = `
  const { guardProcess } = await import(${JSON.stringify(join(import.meta.dirname, 'guardProcess.ts'))})
  guardProcess({ env: process.env })
`
/** Put together at run time: what is found later was in memory, and not in the program's text. */
const hold = `globalThis.held = Buffer.from('${Buffer.from(secret).toString('base64')}', 'base64').toString()`

type Ended = { code: number | string; output: string; files: string[]; folder: string }

/** Runs some lines with core files allowed, in a folder of their own, until they have ended. */
async function run(
  lines: string,
  {
    flags = [],
    env = {},
    ready,
  }: { flags?: string[]; env?: Record<string, string>; ready?: (child: ChildProcess) => void } = {},
): Promise<Ended> {
  const folder = tempFolder()
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'ulimit -c unlimited; exec "$0" "$@"',
      process.execPath,
      '--conditions=@portico/source',
      ...flags,
      '--input-type=module',
      '-e',
      `${lines}; console.log('ready'); setInterval(() => undefined, 1000)`,
    ],
    { cwd: folder, env },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk
    if (output.includes('ready\n')) {
      ready?.(child)
      ready = undefined
    }
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const code = await new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? '')),
  )
  return { code, output, files: readdirSync(folder), folder }
}

const by = (signal: NodeJS.Signals) => (child: ChildProcess) => void child.kill(signal)

describe('guardProcess', () => {
  test.runIf(writesCores)(
    'behavior: without it, a core file has the secret (or these tests could not fail)',
    async () => {
      const { code, files, folder } = await run(hold, { ready: by('SIGSEGV') })
      expect(code).toBe('SIGSEGV')
      const [core, ...others] = files
      expect(others).toEqual([])
      expect(readFileSync(join(folder, core as string)).includes(secret)).toBe(true)
    },
    60_000,
  )

  test.each(['SIGABRT', 'SIGSEGV', 'SIGQUIT', 'SIGBUS', 'SIGXCPU', 'SIGUSR2'] as const)(
    'behavior: ended by %s: no file',
    async (signal) => {
      const flags = ['--report-on-signal', '--report-on-fatalerror']
      const { code, files } = await run(`${guard}; ${hold}`, { flags, ready: by(signal) })
      expect(code).toBe(signal)
      expect(files).toEqual([])
    },
    30_000,
  )

  test.runIf(process.platform === 'linux')(
    'behavior: its own limits: no core file, and no memory in one',
    async () => {
      let limits = ''
      let filter = ''
      await run(guard, {
        ready(child) {
          limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8')
          filter = readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8')
          child.kill('SIGKILL')
        },
      })
      expect(limits).toMatch(/^Max core file size\s+0\s+0\s/m)
      expect(Number.parseInt(filter, 16)).toBe(0)
    },
    30_000,
  )

  test('behavior: no memory left: neither report nor core, and no text of the heap', async () => {
    const eat = `setTimeout(() => { const all = []; for (;;) all.push([held + all.length]) }, 10)`
    const flags = ['--report-on-fatalerror', '--max-old-space-size=20']
    const { output, files } = await run(`${guard}; ${hold}; ${eat}`, { flags })
    expect(output).toContain('heap out of memory')
    expect(output).not.toContain(secret)
    expect(files).toEqual([])
  }, 60_000)

  const error = `Object.assign(new AggregateError([new Error(held)], 'no ' + held + '\\n    at ' + held + ' (a:1:1)', { cause: held }), { config: { password: held }, input: held, code: held })`
  test.each([
    ['an error with causes and fields', `throw ${error}`],
    ['a promise', `Promise.reject(${error})`],
    ['a text', 'throw held'],
    ['an object', 'throw { held }'],
    ['an address that cannot be read', `new URL('smtps://user:' + held + '@')`],
  ])(
    'behavior: nobody catches %s: what is printed is where, and no words of others',
    async (_, lines) => {
      const flags = ['--report-uncaught-exception', '--abort-on-uncaught-exception']
      const { code, output, files } = await run(`${guard}; ${hold}; setTimeout(() => { ${lines} }, 10)`, {
        flags,
      })
      expect(code).toBe(1)
      expect(output).toContain('Ended by an error that nobody caught.')
      expect(output).not.toContain(secret)
      expect(files).toEqual([])
    },
    30_000,
  )

  test.each([
    ['--heapsnapshot-near-heap-limit', { flags: ['--heapsnapshot-near-heap-limit=2'] }],
    [
      '--heapsnapshot-signal',
      { env: { NODE_OPTIONS: '--max-http-header-size=9000 --heapsnapshot_signal=SIGHUP' } },
    ],
    ['--heap-snapshot-on-oom', { flags: ['--heap-snapshot-on-oom'] }],
    ['--heap-snapshot-on-oom', { flags: ['-heap_snapshot-on_oom'] }],
    ['--heap-snapshot-on-gc', { flags: ['--heap_snapshot_on_gc=1000'] }],
    ['--heap-snapshot-on-gc', { flags: ['-heap-snapshot-on-gc=1000'] }],
    ['--inspect', { env: { NODE_OPTIONS: '"--inspect=127.0.0.1:0"' } }],
    ['--tls-keylog', { flags: ['--tls-keylog=keys.log'] }],
    ['NODE_DEBUG', { env: { NODE_DEBUG: 'http' } }],
  ])(
    'error: %s in production',
    async (name, { flags = [], env = {} }: { flags?: string[]; env?: object }) => {
      const { output } = await run(guard, {
        flags,
        env: { ...env, NODE_ENV: 'production' },
        ready: by('SIGKILL'),
      })
      expect(output).toContain('Ended by an error that nobody caught. BaseError: In production')
      expect(output).toContain(`does not run with ${name},`)
      expect(output).not.toContain('ready')
    },
    30_000,
  )

  test('behavior: in production SIGUSR1 opens no debugger', async () => {
    // Only beside the guard's own listener: alone, it would keep the debugger away by itself.
    const hear = `if (process.listenerCount('SIGUSR1')) process.on('SIGUSR1', () => { console.log('heard'); process.exit(0) })`
    const { code, output } = await run(`${guard}; ${hear}`, {
      env: { NODE_ENV: 'production' },
      ready: by('SIGUSR1'),
    })
    expect(code).toBe(0)
    expect(output).toContain('heard')
    expect(output).not.toContain('Debugger')
  }, 30_000)
})
