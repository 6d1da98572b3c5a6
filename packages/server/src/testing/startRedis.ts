import { spawn } from 'node:child_process'
import { freePort } from './freePort.ts'
import type { ServerAddress } from './ServerAddress.ts'

const programs = ['valkey-server', 'redis-server']

/** Starts the installed Valkey or Redis server without persistence, or returns the reason why it cannot. */
export async function startRedis({
  port: givenPort,
}: {
  port?: number
} = {}): Promise<ServerAddress & { stop(): Promise<void> }> {
  for (const program of programs) {
    const port = givenPort ?? (await freePort())
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
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
