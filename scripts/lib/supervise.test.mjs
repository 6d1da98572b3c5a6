import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { supervise } from './supervise.mjs'

const stay = 'setInterval(() => {}, 1_000)'
/** Ends only by force, and so does its child, which the program prints the number of. */
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
  // No test may leave a process behind, whatever it is about.
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

  test('behavior: starts wave after wave, and stops everything when told to', async () => {
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

  test('behavior: a program may tidy up before it ends', async () => {
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

  test('behavior: what a program started ends with it', async () => {
    await run([[program('b', stubborn)]], { graceMs: 200 })
    expect(pids).toHaveLength(2)
  })

  test('param: kill does not wait for the stubborn', async () => {
    await run([[program('b', stubborn)]], {
      graceMs: 60_000,
      onReady: () => {
        stop.abort()
        kill.abort()
      },
    })
    expect(pids).toHaveLength(2)
  })

  test('param: stop, while something is starting', async () => {
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
      'The b stopped while it was starting (exit code 3). Its last lines above say why: mend that and start again.',
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

  test('error: a program ends without a word', async () => {
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

  test('error: a program that never answers', async () => {
    await expect(run([[program('a', stay)]], { readyMs: 300 })).rejects.toThrow(
      'The a did not answer within 0.3 seconds: run LOG_LEVEL=debug npm start -- --only a to see more.',
    )
  })

  test('behavior: a stack is for those who ask for it', async () => {
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
    // An orphan that has ended stays listed until the first process of the machine, or container, takes note of it.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
