import { type ChildProcess, spawn } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A server program as a process of its own. */
export type ProgramProcess = {
  child: ChildProcess
  /** Resolves with the server's URL once it is ready; rejects if the process ends before. */
  ready: Promise<string>
  /** Resolves with the exit code, or with the name of the signal. */
  ended: Promise<number | string>
  /** Returns everything the process has printed. */
  output(): string
}

/**
 * Starts a server program with only the given environment variables. The process is killed when the test ends.
 *
 * With `SERVER_BUNDLES`, which `npm test` sets, runs the bundle of `src/server.ts` in that folder.
 *
 * @param name as the program names itself in its line `<name> ready <url>`.
 * @param file the program's source file.
 */
export function startProgram({
  name,
  file,
  env,
  args = [],
}: {
  name: string
  file: string
  env: Readonly<Record<string, string>>
  args?: readonly string[] | undefined
}): ProgramProcess {
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, findBundle(file), ...args], {
    // Compiled sources are cached between starts: compiling takes most of the time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/node'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    // With its own children, which have the same output. Until then they write into folders that the test removes next.
    await ended
  })
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk
      const url = new RegExp(`^${name} ready (http:\\S+)$`, 'm').exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`the ${name} ended with ${code}: ${output}`)))
  })
  // A test that expects the start to fail does not await `ready`.
  ready.catch(() => undefined)
  return { child, ready, ended, output: () => output }
}

function findBundle(file: string): string {
  const folder = process.env.SERVER_BUNDLES
  const app = basename(dirname(dirname(file)))
  return folder && file.endsWith('/src/server.ts') ? join(folder, app, 'server.js') : file
}
