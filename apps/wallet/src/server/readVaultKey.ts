import { vaultKeysResponse } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { SealingKey } from '../signer/createKeyOperations.ts'
import { keepSnapshot, readSnapshot } from './keepSnapshot.ts'

const file = 'vault-keys.json'

/**
 * The vault's public key, asked for once, at the start: from then on it is part of the page, and no answer of the day can put
 * another in its place. While the vault is away, the one of the last start counts.
 *
 * @throws when the vault does not answer and never has
 */
export async function readVaultKey({
  vaultUrl,
  dataDir,
  fetch = globalThis.fetch,
}: {
  vaultUrl: string
  dataDir: string
  fetch?: typeof globalThis.fetch | undefined
}): Promise<SealingKey> {
  try {
    const answer = await fetch(`${vaultUrl}/.well-known/jwks.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    const keys = vaultKeysResponse.parse(await answer.json())
    const key = choose(keys)
    await keepSnapshot(dataDir, file, { vaultUrl, keys })
    return key
  } catch (error) {
    const stored = z.safeParse(
      z.object({ vaultUrl: z.literal(vaultUrl), keys: vaultKeysResponse }),
      await readSnapshot(dataDir, file),
    )
    if (stored.success) return choose(stored.data.keys)
    throw error
  }
}

function choose({ keys }: z.infer<typeof vaultKeysResponse>): SealingKey {
  const key = keys.find(({ use }) => use === 'enc')
  if (!key) throw new Error('The vault names no key to seal to.')
  const { kty, crv, x, y, kid } = key
  return { kty, crv, x, y, kid }
}
