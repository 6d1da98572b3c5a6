import { spawn } from 'node:child_process'

/**
 * Runs a program until it exits and collects its output.
 *
 * @param {object} parameters
 * @param {string} parameters.command
 * @param {readonly string[]} parameters.args
 * @param {string} parameters.cwd
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} [parameters.signal] ends the program and its children
 * @returns {Promise<{ code: number, output: string }>} standard output and standard error in order of
 * arrival; code 127 if the program could not be started
 *
 * @example
 * const { code, output } = await runTool({ command: 'tsc', args: ['-b'], cwd: root, env })
 */
export function runTool({ command, args, cwd, env, signal }) {
  return new Promise((resolve) => {
    const chunks = []
    // In its own process group, so that the workers a tool starts end with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const endGroup = () => {
      try {
        process.kill(-child.pid, 'SIGTERM')
      } catch {
        // The group has already ended.
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
