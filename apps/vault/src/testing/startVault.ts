import { join } from 'node:path'
import type { VaultKeysResponse } from '@portico/protocol/vault'
import { type ProgramProcess, startProgram } from '@portico/server/testing'
import { createTestKey, type TestKey } from './createTestKey.ts'
import { vaultUrl } from './vaultUrl.ts'

/** A vault as a process of its own. */
export type VaultProcess = ProgramProcess & {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  newKey(): Promise<TestKey>
}

/** Starts the vault's own program with only these environment variables. The process is killed when the test ends. */
export function startVault({
  env,
  args,
}: {
  env: Readonly<Record<string, string>>
  args?: readonly string[]
}): VaultProcess {
  const file = join(import.meta.dirname, '../server.ts')
  const vault = startProgram({
    name: 'vault',
    file,
    env: { VAULT_PORT: '0', VAULT_URL: vaultUrl, ...env },
    args,
  })
  const { ready } = vault
  const post: VaultProcess['post'] = async (path, body, headers = {}) =>
    fetch(`${await ready}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return {
    ...vault,
    post,
    async newKey() {
      const keys = (await (await fetch(`${await ready}/.well-known/jwks.json`)).json()) as VaultKeysResponse
      let nonce: string | undefined
      const key = await createTestKey({
        post,
        now: Date.now,
        nonce: () => nonce as string,
        sealingKey: keys.keys.find(({ use }) => use === 'enc') as never,
      })
      // The refused request returns the nonce.
      const refused = await key.call('/v1/email/device', {}, { nonce: undefined })
      nonce = refused.headers.get('dpop-nonce') ?? undefined
      return key
    },
  }
}
