import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../testing/tempFolder.ts'

const secret = 'cafebabe1337d00dcafebabe1337d00d'
/** Whether core files are written to the working folder. Otherwise only the process's own limits can be tested. */
const writesCores =
  process.platform === 'linux' && /^core/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'))
const guard = `
  const { guardProcess } = await import(${JSON.stringify(join(import.meta.dirname, 'guardProcess.ts'))})
  guardProcess({ env: process.env })
`
/** The secret is decoded at run time, so that finding it later proves that memory was written, not the program's text. */
const hold = `globalThis.held = Buffer.from('${Buffer.from(secret).toString('base64')}', 'base64').toString()`

type Result = { code: number | string; output: string; files: string[]; folder: string }

/** Runs a script with core files allowed, in its own folder, until it has ended. */
async function run(
  lines: string,
  {
    flags = [],
    env = {},
    ready,
  }: { flags?: string[]; env?: Record<string, string>; ready?: (child: ChildProcess) => void } = {},
): Promise<Result> {
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
    'behavior: without it, a core file contains the secret (so these tests can fail)',
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
    'behavior: writes no file when ended by %s',
    async (signal) => {
      const flags = ['--report-on-signal', '--report-on-fatalerror']
      const { code, files } = await run(`${guard}; ${hold}`, { flags, ready: by(signal) })
      expect(code).toBe(signal)
      expect(files).toEqual([])
    },
    30_000,
  )

  test.runIf(process.platform === 'linux')(
    'behavior: limits core files to 0 bytes and no memory',
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

  test('behavior: writes neither report nor core file nor heap contents when out of memory', async () => {
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
    ['a rejected promise', `Promise.reject(${error})`],
    ['a thrown string', 'throw held'],
    ['a thrown object', 'throw { held }'],
    ['an invalid URL', `new URL('smtps://user:' + held + '@')`],
  ])(
    'behavior: prints where %s was thrown, but not its message',
    async (_, lines) => {
      const flags = ['--report-uncaught-exception', '--abort-on-uncaught-exception']
      const { code, output, files } = await run(`${guard}; ${hold}; setTimeout(() => { ${lines} }, 10)`, {
        flags,
      })
      expect(code).toBe(1)
      expect(output).toContain('Ended by an uncaught error.')
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
      expect(output).toContain('Ended by an uncaught error. BaseError: In production')
      expect(output).toContain(`does not run with ${name},`)
      expect(output).not.toContain('ready')
    },
    30_000,
  )

  test('behavior: in production SIGUSR1 opens no debugger', async () => {
    // Add a listener only if the guard has one: a listener alone would already keep the debugger closed.
    const listener = `if (process.listenerCount('SIGUSR1')) process.on('SIGUSR1', () => { console.log('received'); process.exit(0) })`
    const { code, output } = await run(`${guard}; ${listener}`, {
      env: { NODE_ENV: 'production' },
      ready: by('SIGUSR1'),
    })
    expect(code).toBe(0)
    expect(output).toContain('received')
    expect(output).not.toContain('Debugger')
  }, 30_000)
})
