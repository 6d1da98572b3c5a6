import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const pollIntervalMs = 25
/** How long to read the last output of a program that has ended. */
const outputTimeoutMs = 500

/**
 * Starts a program in its own process group, so that stopping it also stops its child processes.
 *
 * The program gets a pipe as standard input and `PORTICO_PARENT_PIPE=1`: it must exit when the pipe closes, which
 * happens even if this process is killed. Ctrl-C in a terminal does not reach it; only `stop` does.
 *
 * @param {object} parameters
 * @param {string} parameters.name
 * @param {string} parameters.command
 * @param {readonly string[]} parameters.args
 * @param {string} parameters.cwd
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {string} parameters.ready text that the program prints once it accepts requests
 * @param {(line: string) => void} parameters.onLine called with every other line it prints
 * @returns `ready` resolves once the program is ready, `ended` with how it ended (neither rejects); `hasPrinted`
 * returns whether it printed anything else; `stop` sends SIGTERM, and SIGKILL after `graceMs`; `kill` sends SIGKILL
 *
 * @example const gateway = startPart({ name: 'gateway', command: node, args: ['server.ts'], cwd, env, ready: 'gateway
 * ready', onLine: console.log }) await gateway.ready await gateway.stop({ graceMs: 5_000 })
 */
export function startPart({ name, command, args, cwd, env, ready, onLine }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...env, PORTICO_PARENT_PIPE: '1' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}) // The program may end before us; nothing is written to the pipe.

  let printed = false
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line.includes(ready)) return resolve()
        printed = true
        onLine(line)
      })
    }
  })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`))
  })
  let closed = false
  const close = () => {
    closed = true
    process.off('exit', kill)
  }
  child.once('close', close)
  child.once('error', close)
  process.once('exit', kill) // leave no process behind when this one exits

  return { name, ready: isReady, ended, hasPrinted: () => printed, kill, stop }

  function kill() {
    signalGroup(child.pid, 'SIGKILL')
  }

  async function stop({ graceMs }) {
    const deadline = Date.now() + graceMs
    // First the program alone: it may need its children to save their data.
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    if (!hasEnded()) child.kill('SIGTERM')
    await until(() => closed || hasEnded(), deadline)
    signalGroup(child.pid, 'SIGTERM')
    await until(() => !signalGroup(child.pid, 0), deadline)
    kill()
    await until(() => closed, Date.now() + outputTimeoutMs)
    // A child that left the group may keep these streams open, which would keep this process running.
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

/** @returns {boolean} whether the group still had a process */
function signalGroup(pid, signal) {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false // ESRCH: the group is empty
  }
}

async function until(condition, deadline) {
  while (!condition() && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
