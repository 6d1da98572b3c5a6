import { vaultKeysResponse } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { SealingKey } from '../keys/sealToVault.ts'
import { keepSnapshot, readSnapshot } from './keepSnapshot.ts'

const file = 'vault-keys.json'

/**
 * Fetches the vault's public key. It is read once, at the start, and then served with the pages, so that a later response
 * cannot replace it. If the vault cannot be reached, the key of the last start is used.
 *
 * @throws when the vault cannot be reached and no key is stored
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
    const response = await fetch(`${vaultUrl}/.well-known/jwks.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    const keys = vaultKeysResponse.parse(await response.json())
    const key = findEncryptionKey(keys)
    await keepSnapshot(dataDir, file, { vaultUrl, keys })
    return key
  } catch (error) {
    const stored = z.safeParse(
      z.object({ vaultUrl: z.literal(vaultUrl), keys: vaultKeysResponse }),
      await readSnapshot(dataDir, file),
    )
    if (stored.success) return findEncryptionKey(stored.data.keys)
    throw error
  }
}

function findEncryptionKey({ keys }: z.infer<typeof vaultKeysResponse>): SealingKey {
  const key = keys.find(({ use }) => use === 'enc')
  if (!key) throw new Error('The vault publishes no encryption key.')
  const { kty, crv, x, y, kid } = key
  return { kty, crv, x, y, kid }
}
