import * as z from 'zod/mini'
import type { SealingKey } from '../keys/sealToServer.ts'
import { keepSnapshot, readSnapshot } from './keepSnapshot.ts'

/** The public keys of a server (RFC 7517), as far as the pages need them. */
const serverKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      use: z.string(),
    }),
  ),
})

/** The servers that the pages encrypt to, and where they publish their keys. */
const paths = { vault: '/.well-known/jwks.json', gateway: '/wallet/v1/jwks' } as const

/**
 * Fetches the public encryption key of the vault or the gateway. It is read once, at the start, and then served with the
 * pages, so that a later response cannot replace it. If the server cannot be reached, the key of the last start is used.
 *
 * @throws when the server cannot be reached and no key is stored
 */
export async function readServerKey({
  server,
  url,
  dataDir,
  fetch = globalThis.fetch,
}: {
  server: keyof typeof paths
  /** Origin of the server. */
  url: string
  dataDir: string
  fetch?: typeof globalThis.fetch | undefined
}): Promise<SealingKey> {
  const file = `${server}-keys.json`
  try {
    const response = await fetch(`${url}${paths[server]}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    const keys = serverKeys.parse(await response.json())
    const key = findEncryptionKey(server, keys)
    await keepSnapshot(dataDir, file, { url, keys })
    return key
  } catch (error) {
    const stored = z.safeParse(
      z.object({ url: z.literal(url), keys: serverKeys }),
      await readSnapshot(dataDir, file),
    )
    if (stored.success) return findEncryptionKey(server, stored.data.keys)
    throw error
  }
}

function findEncryptionKey(server: string, { keys }: z.infer<typeof serverKeys>): SealingKey {
  const key = keys.find(({ use }) => use === 'enc')
  if (!key) throw new Error(`The ${server} publishes no encryption key.`)
  const { kty, crv, x, y, kid } = key
  return { kty, crv, x, y, kid }
}
