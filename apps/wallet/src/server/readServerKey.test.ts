import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readServerKey } from './readServerKey.ts'

const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } as const
const keys = [
  { ...key, kid: 's', use: 'sig', alg: 'ES256' },
  { ...key, kid: 'e', use: 'enc', alg: 'ECDH-ES' },
]
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const unreachable = async () => Promise.reject(new TypeError('fetch failed'))

describe.each([
  ['vault', 'https://vault.example', '/.well-known/jwks.json'],
  ['gateway', 'https://gateway.example', '/wallet/v1/jwks'],
] as const)('readServerKey, %s', (server, url, path) => {
  test('behavior: its encryption key; the stored one while it is unreachable', async () => {
    const asked: unknown[] = []
    const fetch = async (address: unknown) => {
      asked.push(address)
      return Response.json({ keys })
    }
    expect(await readServerKey({ server, url, dataDir, fetch })).toEqual({ ...key, kid: 'e' })
    expect(asked).toEqual([`${url}${path}`])
    expect((await readServerKey({ server, url, dataDir, fetch: unreachable })).kid).toBe('e')
  })

  test('error: unreachable, and only the key of another address is stored', async () => {
    await readServerKey({ server, url, dataDir, fetch: async () => Response.json({ keys }) })
    const other = { server, url: 'https://other.example', dataDir, fetch: unreachable }
    await expect(readServerKey(other)).rejects.toThrow('fetch failed')
  })

  test('error: no encryption key', async () => {
    const fetch = async () => Response.json({ keys: keys.slice(0, 1) })
    await expect(readServerKey({ server, url, dataDir, fetch })).rejects.toThrow(
      `The ${server} publishes no encryption key.`,
    )
  })
})
