import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'

const script = (after) => `
  import { stopSignals } from ${JSON.stringify(join(import.meta.dirname, 'stopSignals.mjs'))}
  const { stop, kill } = stopSignals()
  const alive = setInterval(() => {}, 1_000)
  stop.addEventListener('abort', () => { console.log('stop'); ${after} })
  kill.addEventListener('abort', () => { console.log('kill'); process.exit() })
  console.log(process.pid)`

/** Starts a program that reacts to the signals; `next` returns its next line. */
async function start({ after, env = {}, shell }) {
  const args = ['--input-type=module', '--eval', script(after)]
  const child = shell
    ? spawn('sh', ['-c', 'node "$@" & wait', 'sh', ...args], { env: { ...process.env, ...env } })
    : spawn(process.execPath, args, { env: { ...process.env, ...env } })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  return { child, next, pid: Number(await next()) }
}

describe('stopSignals', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('behavior: %s aborts stop', async (signal) => {
    const { child, next } = await start({ after: 'process.exit()' })
    const ended = once(child, 'exit')
    child.kill(signal)
    expect(await next()).toBe('stop')
    expect(await ended).toEqual([0, null])
  })

  test('behavior: an immediate second signal is ignored, a later one aborts kill', async () => {
    const { child, next } = await start({ after: 'setTimeout(() => console.log("later"), 1_100)' })
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await next()).toBe('stop')
    expect(await next()).toBe('later')
    child.kill('SIGINT')
    expect(await next()).toBe('kill')
  })

  test('behavior: aborts stop when the parent npm process is killed', async () => {
    const { child, next, pid } = await start({
      after: 'process.exit()',
      shell: true,
      env: { npm_lifecycle_event: 'start' },
    })
    expect(pid).not.toBe(child.pid)
    child.kill('SIGKILL')
    expect(await next()).toBe('stop')
  })
})
