import { socialProvider } from '@portico/protocol/social'
import * as z from 'zod/mini'
import type { PartitionStorage } from './PartitionStorage.ts'

/** Milliseconds after which a login is over at the servers in any case. */
const lifetimeMs = 3_600_000

const storedReturn = z.object({
  provider: socialProvider,
  /** ID of the login at the vault. */
  tx: z.string(),
  /** ID of the introduction at the gateway. The vault must not learn it. */
  introductionId: z.string(),
  startedAt: z.number(),
})

/** A social login as it is stored while the tab is at the provider. */
export type StoredReturn = z.infer<typeof storedReturn>

/**
 * Creates the store of the login whose result comes back in the address of the host page: this frame is gone until then. There is one
 * for each origin, because pages of one site share a frame's storage.
 */
export function createSocialReturns({
  storage,
  origin,
  site,
  now,
}: {
  storage: PartitionStorage
  /** Origin of the host page. */
  origin: string
  /** Origin of the wallet's own site. */
  site: string
  now: () => number
}) {
  const key = `social-return:${origin}`
  const start = `${site}/social?result=`
  return {
    write: (login: StoredReturn): Promise<void> => storage.write(key, login),
    remove: (): Promise<void> => storage.remove([key]),
    /** Returns the stored login and the handle in the URI that came back; undefined if there is none. */
    async read(uri: string): Promise<{ stored: StoredReturn; handle: string } | undefined> {
      const handle = uri.startsWith(start) ? uri.slice(start.length) : ''
      const { data: stored } = z.safeParse(storedReturn, await storage.read(key))
      if (!stored || !/^[\w-]{43}$/.test(handle) || now() - stored.startedAt > lifetimeMs) return undefined
      return { stored, handle }
    },
  }
}
