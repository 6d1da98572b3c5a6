import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../freePort.mjs'

const startTimeoutMs = 60_000

/**
 * Runs a script of a fixture that serves its page, until `stop` is called.
 *
 * @param {object} parameters
 * @param {string} parameters.folder
 * @param {string} parameters.script
 * @param {(port: number) => string[]} parameters.args
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} once it answers
 */
export async function startServer({ folder, script, args, env, signal }) {
  const port = await freePort()
  // Also in its own variable, as servers without such an argument expect.
  const child = spawn('npm', ['run', script, '--', ...args(port)], {
    cwd: folder,
    env: { ...env, PORT: `${port}` },
    // esbuild ends when its input does.
    stdio: 'pipe',
    detached: true,
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    try {
      process.kill(-child.pid, 'SIGTERM')
    } catch {
      // It has already ended.
    }
    await ended
  }
  const url = `http://localhost:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await answers(url))) {
    const problem = child.exitCode !== null ? 'ended' : Date.now() > deadline ? 'did not answer' : undefined
    if (!problem && !signal.aborted) {
      await wait(100)
      continue
    }
    await stop()
    throw new Error(`npm run ${script} ${problem ?? 'was stopped'}:\n${Buffer.concat(output)}`)
  }
  return { url, stop }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
