import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localIdentity } from './identity/localIdentity.ts'
import { socialEnv } from './socialEnv.ts'

test('behavior: has the ID of every local client, and a file with its secret that others cannot read', () => {
  const parent = mkdtempSync(join(tmpdir(), 'portico-social-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const identityUrl = 'http://localhost:4409'
  const env = socialEnv({ folder: join(parent, 'social'), identityUrl, evmPort: 8545 })
  expect(env.SOCIAL_ISSUERS).toBe('http://localhost:4409')
  expect(env).toMatchObject({
    FARCASTER_RELAY: 'http://localhost:4409/farcaster',
    FARCASTER_RPC_URLS: 'http://127.0.0.1:8545,http://localhost:8545',
  })
  expect(localIdentity.clients).toHaveLength(6)
  for (const { provider, id, secret } of localIdentity.clients) {
    const prefix = `SOCIAL_${provider.toUpperCase()}`
    expect(env[`${prefix}_CLIENT_ID`]).toBe(id)
    const file = env[`${prefix}_${provider === 'apple' ? 'KEY' : 'CLIENT_SECRET'}_FILE`] ?? ''
    expect(readFileSync(file, 'utf8')).toBe(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
})
