import { readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Hex } from 'viem'
import { ServerError } from '../../session/ServerError.ts'
import type { AskContext } from '../Ask.ts'
import { bestEffort } from '../bestEffort.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { caveatCoding } from './caveatCoding.ts'
import { delegationCoding } from './delegationCoding.ts'
import type { GrantedPermission } from './GrantedPermission.ts'
import { permissionWire } from './permissionWire.ts'

type Context = Pick<AskContext, 'session' | 'store' | 'gateway' | 'now'>
type Read = Context & {
  /** Milliseconds to wait for the gateway; as long as it takes by default. */
  timeoutMs?: number | undefined
}

/** Seconds for which an expired permission is still listed. */
const shownAfter = 7 * 24 * 60 * 60

/**
 * Where the permissions that the visitor has granted are stored: here, and at the gateway for the visitor's other browsers. Neither is
 * trusted: whatever is not a permission of this account is left out, and the hash is computed here. A gateway that hides one hides
 * nothing from the browser that granted it, and from no one that "Revoke all" ends it.
 */
export const grantedPermissions = {
  /** Reads those of all pages and networks, the newest first. Without an answer of the gateway, only those granted here. */
  async read({ session, store, gateway, now, timeoutMs }: Read): Promise<GrantedPermission[]> {
    const answer = gateway('/wallet/v1/permissions')
    const [own, listed] = await Promise.all([
      store.read(keyOf(session.address)),
      timeoutMs === undefined ? answer.catch(() => undefined) : bestEffort(answer, timeoutMs),
    ])
    const others = readProperty(listed, 'permissions')
    const all = [...(Array.isArray(own) ? own.toReversed() : []), ...(Array.isArray(others) ? others : [])]
    const found = new Map<string, GrantedPermission>()
    for (const one of all.slice(0, 1000)) {
      const read = readOne(one, session.address)
      if (!read || read.terms.expiresAt + shownAfter <= now() / 1000) continue
      const key = `${read.chainId} ${read.hash}`
      if (!found.has(key)) found.set(key, read)
    }
    return [...found.values()]
  },

  /** Stores one. If it fails, other browsers could not revoke it: then it must not be given to the page. */
  async add(
    { chainId, hash, delegation, terms: { expiresAt }, origin, context }: GrantedPermission,
    { session, store, gateway, lock, now }: Context & Pick<AskContext, 'lock'>,
  ): Promise<void> {
    const wire = permissionWire.write(delegation)
    const body = { chainId, hash, delegation: wire, expiresAt }
    await gateway('/wallet/v1/permissions', { method: 'POST', body }).catch((error: unknown) => {
      if (!(error instanceof ServerError) || error.code !== 'too-many-permissions') throw error
      throw new RequestRefusedError({
        reason: 'The account has too many permissions: they end within a week.',
        rpcCode: rpcErrorCodes.limitExceeded,
      })
    })
    const added = { chainId, delegation: wire, expiresAt, origin, context }
    const key = keyOf(session.address)
    // Another tab may store one at the same time.
    await lock(key, async () => {
      const stored = await store.read(key)
      const others = (Array.isArray(stored) ? stored : []).filter(
        (one) => Number(readProperty(one, 'expiresAt')) + shownAfter > now() / 1000,
      )
      await store.write(key, [...others, added].slice(-200))
    })
  },

  /** Notes that the transaction was sent that revokes them. For display elsewhere only, so a failure does not matter. */
  async markRevoked(hashes: readonly Hex[], { gateway }: Pick<Context, 'gateway'>): Promise<void> {
    for (const hash of hashes)
      await gateway(`/wallet/v1/permissions/${hash}`, { method: 'DELETE' }).catch(() => undefined)
  },
}

function readOne(data: unknown, address: string): GrantedPermission | undefined {
  const [chainId, origin] = [readProperty(data, 'chainId'), readProperty(data, 'origin')]
  const delegation = permissionWire.read(readProperty(data, 'delegation'))
  if (typeof chainId !== 'string' || !/^eip155:[1-9]\d{0,15}$/.test(chainId) || typeof origin !== 'string')
    return undefined
  if (!delegation || delegation.delegator.toLowerCase() !== address.toLowerCase()) return undefined
  const read = caveatCoding.read(delegation.delegate, delegation.caveats)
  if (!read) return undefined
  const context = readProperty(data, 'context')
  return {
    ...{ chainId, origin, delegation, ...read },
    hash: delegationCoding.hash(delegation),
    ...(typeof context === 'string' ? { context: context as Hex } : {}),
  }
}

function keyOf(address: string): string {
  return `permissions ${address.toLowerCase()}`
}
