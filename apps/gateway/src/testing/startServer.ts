import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A gateway as a process of its own. */
export type ServerProcess = {
  child: ChildProcess
  /** Resolves with the address once it is ready; rejects if it ends before. */
  ready: Promise<string>
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>
  /** Everything it has printed. */
  output(): string
}

/** Starts the server's own program with nothing but these variables; killed after the test at the latest. */
export function startServer({
  env,
  args = [],
}: {
  env: Readonly<Record<string, string>>
  args?: readonly string[]
}): ServerProcess {
  const program = join(import.meta.dirname, '../server.ts')
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, program, ...args], {
    // The compiled sources are kept between starts: most of the time of a start goes there.
    env: {
      GATEWAY_PORT: '0',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/node'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk
      const url = /^gateway ready (http:\S+)$/m.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`the gateway ended with ${code}: ${output}`)))
  })
  // Those that are meant to fail are not waited for.
  ready.catch(() => undefined)
  return { child, ready, ended, output: () => output }
}
