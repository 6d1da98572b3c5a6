import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { supervise } from './supervise.mjs'

const stay = 'setInterval(() => {}, 1_000)'
/** A program that ignores SIGTERM, as does its child, whose process id it prints. */
const stubborn = `
  process.on('SIGTERM', () => {})
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); ${stay}'], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => { console.log('child', child.pid); console.log('b ready') })
  ${stay}`

describe('supervise', () => {
  let lines, pids, stop, kill
  beforeEach(() => {
    lines = []
    pids = []
    stop = new AbortController()
    kill = new AbortController()
  })
  // No test may leave a process behind.
  afterEach(() => vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([])))

  const program = (name, code) => ({
    name,
    progress: `Starting ${name}`,
    command: process.execPath,
    args: ['-e', `console.log('pid', process.pid); ${code}`],
    cwd: import.meta.dirname,
    env: process.env,
    ready: `${name} ready`,
  })
  const run = (waves, { onReady = () => stop.abort(), ...more } = {}) =>
    supervise({
      waves,
      stop: stop.signal,
      kill: kill.signal,
      write: (line) => {
        const pid = /(?:pid|child) (\d+)$/.exec(line)?.[1]
        if (pid) pids.push(Number(pid))
        else lines.push(line)
      },
      onReady,
      ...more,
    })

  test('behavior: starts wave after wave, and stops all programs', async () => {
    await run([
      [program('a', `setTimeout(() => console.log('it says a ready now'), 50); ${stay}`)],
      [
        program('bb', `console.log('bb ready'); ${stay}`),
        program('c', `console.error('a warning'); console.log('c ready'); ${stay}`),
      ],
    ])
    expect(lines).toEqual(['Starting a', 'Starting bb', 'Starting c', 'c  │ a warning'])
    expect(pids).toHaveLength(3)
  })

  test('behavior: a program may clean up before it ends', async () => {
    await run([
      [
        program(
          'a',
          `process.on('SIGTERM', () => { console.log('tidy'); process.exit() }); console.log('a ready'); ${stay}`,
        ),
      ],
    ])
    expect(lines).toContain('a │ tidy')
  })

  test('behavior: the children of a program end with it', async () => {
    await run([[program('b', stubborn)]], { graceMs: 200 })
    expect(pids).toHaveLength(2)
  })

  test('param: kill does not wait for a program that ignores SIGTERM', async () => {
    await run([[program('b', stubborn)]], {
      graceMs: 60_000,
      onReady: () => {
        stop.abort()
        kill.abort()
      },
    })
    expect(pids).toHaveLength(2)
  })

  test('param: stop, while a program is starting', async () => {
    const running = run([[program('a', stay)], [program('b', stay)]])
    await vi.waitFor(() => expect(pids).toHaveLength(1))
    stop.abort()
    await running
    expect(lines).toEqual(['Starting a'])
  })

  test('error: a program ends while it starts', async () => {
    const waves = [
      [program('a', `console.log('a ready'); ${stay}`)],
      [program('b', `console.error('DEMO_PORT is odd'); process.exit(3)`)],
    ]
    await expect(run(waves)).rejects.toThrow(
      'The b stopped while it was starting (exit code 3). Its last lines above say why: fix that and start again.',
    )
    expect(lines).toContain('b │ DEMO_PORT is odd')
    expect(pids).toHaveLength(2)
  })

  test('error: a program ends later', async () => {
    const waves = [
      [
        program('a', `console.log('a ready'); ${stay}`),
        program('b', `console.log('b ready'); process.stdin.once('data', () => {}); ${stay}`),
      ],
    ]
    const running = run(waves, { onReady: () => process.kill(pids.at(-1), 'SIGKILL') })
    await expect(running).rejects.toThrow(
      /^The [ab] stopped \(ended by SIGKILL\), so everything else was stopped too: see its last lines above, then start again\.$/,
    )
  })

  test('error: a program ends without output', async () => {
    const silent = { ...program('a', ''), args: ['-e', 'process.exit(1)'] }
    await expect(run([[silent]])).rejects.toThrow(
      'The a stopped while it was starting (exit code 1). It printed nothing: run LOG_LEVEL=debug npm start -- --only a to see more.',
    )
  })

  test('error: a program that cannot be started', async () => {
    await expect(run([[{ ...program('a', ''), command: '/nowhere/node' }]])).rejects.toThrow(
      /^The a stopped while it was starting \(spawn \/nowhere\/node ENOENT\)\./,
    )
  })

  test('error: a program that is never ready', async () => {
    await expect(run([[program('a', stay)]], { readyTimeoutMs: 300 })).rejects.toThrow(
      'The a was not ready within 0.3 seconds: run LOG_LEVEL=debug npm start -- --only a to see more.',
    )
  })

  test('behavior: shows stack traces only with DEBUG=1', async () => {
    const waves = () => [[program('a', 'throw new Error("odd")')]]
    await expect(run(waves())).rejects.toThrow()
    expect(lines.join('\n')).toContain('Error: odd')
    expect(lines.join('\n')).not.toMatch(/^a │ +at /m)
    vi.stubEnv('DEBUG', '1')
    await expect(run(waves())).rejects.toThrow()
    vi.unstubAllEnvs()
    expect(lines.join('\n')).toMatch(/^a │ +at /m)
  })
})

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    // A process that has ended remains as a zombie until its parent, or the init process, has waited for it.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
