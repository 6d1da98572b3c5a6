import type { CaipNetworkId } from '@portico/protocol'
import type { StorePermissionRequest, WalletPermissionsResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../../chains/shared/Chain.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import type { PermissionStore } from './store.ts'

/** Milliseconds. The wallet grants none for more than a week; clocks differ. */
const maxLifetime = 8 * 24 * 60 * 60_000

/**
 * Creates the service that keeps the permissions of users, so that another browser of a user can revoke them. It decides nothing: the
 * wallet hashes each delegation itself, and reads from the chain whether it is valid.
 */
export function createWalletPermissions({
  store,
  wallets,
  chains,
  now,
}: {
  store: PermissionStore
  wallets: EmbeddedWalletStore
  chains: ReadonlyMap<CaipNetworkId, Chain>
  now: () => number
}) {
  return {
    async list({ userId }: WalletSession): Promise<WalletPermissionsResponse> {
      const all = await store.list(userId)
      return {
        permissions: all.map(({ chain, hash, delegation, origin, expiresAt, revokedAt }) => ({
          chainId: chain,
          hash,
          delegation,
          origin,
          expiresAt: Math.floor(expiresAt / 1000),
          ...(revokedAt === null ? {} : { revokedAt: new Date(revokedAt).toISOString() }),
        })),
      }
    },

    /** @throws {Problem} `no-wallet`, `chain-not-supported`, `invalid-request` or `too-many-permissions` */
    async add({
      session: { userId, origin },
      request: { chainId, hash, delegation, expiresAt: seconds },
    }: {
      session: WalletSession
      request: StorePermissionRequest
    }): Promise<void> {
      const wallet = await wallets.find(userId)
      if (wallet?.status !== 'active' || wallet.address !== delegation.delegator.toLowerCase())
        throw new Problem('no-wallet')
      if (!chains.has(chainId as CaipNetworkId)) throw new Problem('chain-not-supported')
      const expiresAt = seconds * 1000
      if (expiresAt <= now() || expiresAt > now() + maxLifetime) throw new Problem('invalid-request')
      const permission = { chain: chainId, hash, delegation, origin, expiresAt }
      if (!(await store.add({ userId, permission, now: now() }))) throw new Problem('too-many-permissions')
    },

    /** Does nothing if the user has no such permission. */
    async revoke({ session: { userId }, hash }: { session: WalletSession; hash: string }): Promise<void> {
      await store.revoke({ userId, hash, now: now() })
    },
  }
}
