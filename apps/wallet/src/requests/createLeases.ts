import { readProperty } from '@portico/protocol'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import type { Lock } from '../session/createLock.ts'
import type { RequestStore } from '../session/createRequestStore.ts'

const path = '/wallet/v1/nonces'
const key = 'leases'
/** A request lives five minutes, and its lease a minute more. */
const lifetimeMs = 6 * 60_000

type Lease = { id: string; at: number }

/**
 * Wraps the access to gateway and nodes, so that the nonces that a page has leased are released by the next one if the page was closed or
 * reloaded while it asked: an upgraded account can send nothing while a nonce is leased, up to a minute. Whether a page is still
 * there is known from a lock that it holds per lease; without Web Locks nothing is released. What was sent keeps its nonce.
 */
export function createLeases({
  gateway,
  rpc,
  store,
  lock,
  locks,
  now,
}: {
  gateway: Gateway
  rpc: Rpc
  store: RequestStore
  lock: Lock
  locks: LockManager | undefined
  now: () => number
}): { gateway: Gateway; rpc: Rpc } {
  /** Ends the locks of this page, by the ID of the lease. */
  const held = new Map<string, () => void>()
  const nameOf = (id: string) => `wallet-lease-${id}`

  return {
    async gateway(to, request) {
      const id =
        to === path && request?.method === 'POST' ? readProperty(request.body, 'requestId') : undefined
      // Nothing depends on it: without storage or locks, a lease ends by itself.
      if (typeof id === 'string') await begin(id).catch(() => {})
      if (readProperty(request?.body, 'method') === 'eth_sendUserOperation') await keepSent()
      const released =
        request?.method === 'DELETE' && to.startsWith(`${path}/`) ? to.slice(path.length + 1) : ''
      try {
        const answer = await gateway(to, request)
        if (released) await forget([released]).catch(() => {})
        return answer
      } finally {
        // If it could not be released, the next request tries again.
        if (released) end(released)
      }
    },

    async rpc(chainId, method, params) {
      if (method === 'eth_sendRawTransaction') await keepSent()
      return rpc(chainId, method, params)
    },
  }

  /** Leaves the leases to their end: what is sent now uses them. A visitor answers one request at a time. */
  async function keepSent(): Promise<void> {
    const ids = [...held.keys()]
    if (ids.length > 0) await forget(ids).catch(() => {})
    for (const id of ids) end(id)
  }

  async function begin(id: string): Promise<void> {
    if (!locks) return
    await releaseAbandoned(locks)
    if (held.has(id)) return
    await new Promise<void>((resolve, reject) => {
      locks
        .request(nameOf(id), { ifAvailable: true }, (own) => {
          resolve()
          return own ? new Promise<void>((release) => held.set(id, release)) : undefined
        })
        .catch(reject)
    })
    await change((leases) => [...leases, { id, at: now() }])
  }

  function end(id: string): void {
    held.get(id)?.()
    held.delete(id)
  }

  async function releaseAbandoned(manager: LockManager): Promise<void> {
    const gone: string[] = []
    for (const { id } of await read())
      await manager.request(nameOf(id), { ifAvailable: true }, async (free) => {
        if (!free) return
        const isReleased = await gateway(`${path}/${id}`, { method: 'DELETE' }).then(
          () => true,
          () => false,
        )
        if (isReleased) gone.push(id)
      })
    if (gone.length > 0) await forget(gone)
  }

  async function read(): Promise<Lease[]> {
    const stored = await store.read(key)
    return Array.isArray(stored) ? (stored as Lease[]).filter(({ at }) => now() - at < lifetimeMs) : []
  }

  function forget(gone: readonly string[]): Promise<void> {
    return change((leases) => leases.filter(({ id }) => !gone.includes(id)))
  }

  function change(next: (leases: Lease[]) => Lease[]): Promise<void> {
    // A visitor answers requests one after the other, so there are few.
    return lock(key, async () => store.write(key, next(await read()).slice(-32)))
  }
}
