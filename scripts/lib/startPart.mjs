import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const millisecondsBetweenLooks = 25
const millisecondsForLastLines = 500

/**
 * Starts a program in a process group of its own, so that stopping it also stops what it started.
 *
 * The program gets a pipe as standard input and `PORTICO_PARENT_PIPE=1`: when the pipe closes, we are gone, however
 * we went, and it ends itself. Ctrl-C in a terminal does not reach it; only `stop` does.
 *
 * @param {object} parameters
 * @param {string} parameters.name
 * @param {string} parameters.command
 * @param {readonly string[]} parameters.args
 * @param {string} parameters.cwd
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {string} parameters.ready the part of a line that says it answers now
 * @param {(line: string) => void} parameters.onLine every line it prints, but the one above
 * @returns `ready` resolves once it answers, `ended` with how it ended (neither rejects); `hasPrinted` tells whether it
 * said anything; `stop` asks it to end and insists after `graceMs`; `kill` ends it at once
 *
 * @example
 * const gateway = startPart({ name: 'gateway', command: node, args: ['server.ts'], cwd, env, ready: 'gateway ready', onLine: console.log })
 * await gateway.ready
 * await gateway.stop({ graceMs: 5_000 })
 */
export function startPart({ name, command, args, cwd, env, ready, onLine }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...env, PORTICO_PARENT_PIPE: '1' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}) // the program may end before us; the pipe has no other use

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
  process.once('exit', kill) // whatever ends us, nothing of ours stays behind

  return { name, ready: isReady, ended, hasPrinted: () => printed, kill, stop }

  function kill() {
    signalGroup(child.pid, 'SIGKILL')
  }

  async function stop({ graceMs }) {
    const deadline = Date.now() + graceMs
    // The program first, alone: it may want to save what its own children hold.
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    if (!hasEnded()) child.kill('SIGTERM')
    await until(() => closed || hasEnded(), deadline)
    signalGroup(child.pid, 'SIGTERM')
    await until(() => !signalGroup(child.pid, 0), deadline)
    kill()
    await until(() => closed, Date.now() + millisecondsForLastLines)
    // A program that left its group may still hold these open, and us with them.
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

/** @returns {boolean} whether anybody of the group was there */
function signalGroup(pid, signal) {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false // ESRCH: nobody left
  }
}

async function until(condition, deadline) {
  while (!condition() && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks))
  }
}
