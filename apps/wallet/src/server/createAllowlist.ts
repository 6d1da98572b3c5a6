import { walletAllowlist, walletAllowlistResponse, walletJwksResponse } from '@portico/protocol/gateway'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { keepSnapshot, readSnapshot } from './keepSnapshot.ts'

/** A project with the origins that may embed the wallet. */
export type AllowedProject = { id: string; name: string; origins: readonly string[] }

/** The pages that may embed the wallet. */
export type Allowlist = {
  find(projectId: string): AllowedProject | undefined
  /**
   * Fetches the signed list from the gateway and stores it.
   *
   * @throws when the gateway cannot be reached, or the signature is invalid
   */
  refresh(): Promise<void>
  /** Whether there is a list that has not expired. */
  isReady(): boolean
}

const file = 'allowlist.json'
const snapshot = z.object({ jws: z.string(), jwks: walletJwksResponse })
type Snapshot = z.infer<typeof snapshot>

/**
 * Creates the allowlist from the gateway's signed list of projects and origins. The last list is kept on disk, so that the
 * wallet can be embedded while the gateway is unreachable, until the list expires.
 */
export async function createAllowlist({
  gatewayUrl,
  dataDir,
  fetch = globalThis.fetch,
  now = Date.now,
}: {
  gatewayUrl: string
  dataDir: string
  fetch?: typeof globalThis.fetch | undefined
  now?: (() => number) | undefined
}): Promise<Allowlist> {
  let list: z.infer<typeof walletAllowlist> | undefined

  async function take({ jws, jwks }: Snapshot): Promise<void> {
    const { payload } = await jwtVerify(jws, createLocalJWKSet(jwks), {
      algorithms: ['ES256'],
      typ: 'allowlist+jwt',
      currentDate: new Date(now()),
      clockTolerance: 60,
    })
    const next = walletAllowlist.parse(payload)
    // A replayed older list must not restore a removed origin.
    if (list && next.iat < list.iat) return
    list = next
  }

  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${gatewayUrl}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`The gateway returned ${response.status} for ${path}.`)
    return response.json()
  }

  const stored = z.safeParse(snapshot, await readSnapshot(dataDir, file))
  if (stored.success) {
    await take(stored.data).catch(() => {
      // Expired or damaged: wait for the gateway's list.
    })
  }

  const isFresh = () => list !== undefined && now() < (list.exp + 60) * 1000
  return {
    isReady: isFresh,
    find(projectId) {
      if (!list || !isFresh() || !Object.hasOwn(list.projects, projectId)) return undefined
      const project = list.projects[projectId]
      return project && { id: projectId, ...project }
    },
    async refresh() {
      const [answer, jwks] = await Promise.all([get('/wallet/v1/allowlist'), get('/wallet/v1/jwks')])
      const next = { jws: walletAllowlistResponse.parse(answer).jws, jwks: walletJwksResponse.parse(jwks) }
      await take(next)
      await keepSnapshot(dataDir, file, next)
    },
  }
}
