import { walletAllowlist, walletAllowlistResponse, walletJwksResponse } from '@portico/protocol/gateway'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { keepSnapshot, readSnapshot } from './keepSnapshot.ts'

/** A project, as far as the wallet must know it. */
export type AllowedProject = { id: string; name: string; origins: readonly string[] }

/** Which pages may show the wallet. */
export type Allowlist = {
  find(projectId: string): AllowedProject | undefined
  /**
   * Asks the gateway, and keeps what it has signed.
   *
   * @throws when it does not answer, or what it says is not signed by it
   */
  refresh(): Promise<void>
  /** Whether there is a list that still counts. */
  isReady(): boolean
}

const file = 'allowlist.json'
const snapshot = z.object({ jws: z.string(), jwks: walletJwksResponse })
type Snapshot = z.infer<typeof snapshot>

/**
 * The gateway's signed list of projects and origins. The last one is kept on disk, so that the wallet can be shown while the
 * gateway is away, until the list's own end.
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
    // An older list that somebody plays back must not bring a removed origin back.
    if (list && next.iat < list.iat) return
    list = next
  }

  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${gatewayUrl}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`The gateway answered ${answer.status} to ${path}.`)
    return answer.json()
  }

  const stored = z.safeParse(snapshot, await readSnapshot(dataDir, file))
  if (stored.success) {
    await take(stored.data).catch(() => {
      // Over, or cut: the gateway is asked.
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
