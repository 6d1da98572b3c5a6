import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts one of our programs and waits until it prints that it is ready.
 *
 * @param {object} parameters
 * @param {string} parameters.entry path from the root of the project
 * @param {Record<string, string>} parameters.env added to the environment of this process
 * @param {RegExp} parameters.ready the line it prints when it is ready
 * @param {string[]} [parameters.flags] of Node
 * @returns {Promise<{ match: RegExpExecArray, pid: number, stop: (signal?: NodeJS.Signals) => Promise<void> }>}
 * @throws {Error} with its output if it ends before
 */
export function startProgram({ entry, env, ready, flags = [] }) {
  const child = spawn(
    process.execPath,
    [...flags, '--conditions=@portico/source', '--disable-warning=ExperimentalWarning', entry],
    {
      cwd: root,
      env: { ...process.env, PORTICO_PARENT_PIPE: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk) => {
      output = `${output}${chunk}`.slice(-10_000)
      const match = ready.exec(output)
      if (match)
        resolve({
          match,
          pid: child.pid,
          stop: async (signal = 'SIGTERM') => {
            child.kill(signal)
            await ended
          },
        })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`${entry} ended with ${code}:\n${output}`)))
  })
}
