import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ServerAddress } from './ServerAddress.ts'

/** Creates an empty database on a test server, and returns its URL. It is not dropped: the server is removed after the run. */
export async function createPostgresDatabase(server: ServerAddress): Promise<string> {
  if ('reason' in server) throw new Error(server.reason)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}
