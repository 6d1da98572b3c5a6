import { spawn } from 'node:child_process'
import { freePort } from './freePort.ts'
import type { ServerAddress } from './ServerAddress.ts'

const programs = ['valkey-server', 'redis-server']

/**
 * Starts the installed Valkey or Redis server, or returns the reason why it cannot. `stop` kills it.
 *
 * @param folder where it appends each change to a file, as in production; without, it forgets everything when it stops.
 */
export async function startRedis({
  port: givenPort,
  folder,
}: {
  port?: number
  folder?: string
} = {}): Promise<ServerAddress & { stop(): Promise<void> }> {
  for (const program of programs) {
    const port = givenPort ?? (await freePort())
    const persistence = folder === undefined ? ['no'] : ['yes', '--dir', folder]
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', ...persistence]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = new Promise<void>((resolve) =>
      child.once('error', () => resolve()).once('exit', () => resolve()),
    )
    const ready = new Promise<boolean>((resolve) => {
      child.stdout.on(
        'data',
        (chunk) => String(chunk).includes('Ready to accept connections') && resolve(true),
      )
      void ended.then(() => resolve(false))
    })
    if (!(await ready)) continue
    return {
      url: `redis://127.0.0.1:${port}`,
      async stop() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  return { reason: 'neither valkey-server nor redis-server is installed', stop: async () => {} }
}
