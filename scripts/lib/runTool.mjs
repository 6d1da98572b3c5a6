import { spawn } from 'node:child_process'

/**
 * Runs a program to its end and collects what it prints.
 *
 * @param {object} parameters
 * @param {string} parameters.command
 * @param {readonly string[]} parameters.args
 * @param {string} parameters.cwd
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} [parameters.signal] ends the program
 * @returns {Promise<{ code: number, output: string }>} what it printed, both streams as they came; code 127 if it could
 * not be started
 *
 * @example
 * const { code, output } = await runTool({ command: 'tsc', args: ['-b'], cwd: root, env })
 */
export function runTool({ command, args, cwd, env, signal }) {
  return new Promise((resolve) => {
    const chunks = []
    // A group of its own: tools start workers, and these must end with them.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const endGroup = () => {
      try {
        process.kill(-child.pid, 'SIGTERM')
      } catch {
        // it has ended already
      }
    }
    signal?.addEventListener('abort', endGroup)
    process.once('exit', endGroup)
    const done = (code) => {
      signal?.removeEventListener('abort', endGroup)
      process.off('exit', endGroup)
      resolve({ code, output: Buffer.concat(chunks).toString() })
    }
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${command} could not be started: ${error.message}\n`))
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
    if (signal?.aborted) endGroup()
  })
}
