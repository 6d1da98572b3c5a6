import type { CaipNetworkId } from '@portico/protocol'
import type { LeaseNonceRequest, LeaseNonceResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../../chains/shared/Chain.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import type { NonceLeaseStore } from './store.ts'

const leaseMs = 60_000

/**
 * Creates the service that leases transaction nonces, so that two devices of a user do not sign with the same nonce.
 */
export function createWalletNonces({
  store,
  wallets,
  chains,
  now,
}: {
  store: NonceLeaseStore
  wallets: EmbeddedWalletStore
  chains: ReadonlyMap<CaipNetworkId, Chain>
  now: () => number
}) {
  return {
    /**
     * Leases the lowest free nonce of the user's account for a minute.
     *
     * @throws {Problem} `no-wallet`, `chain-not-supported`, `upstream-unavailable` or `too-many-nonces`
     */
    async lease({
      session,
      request,
    }: {
      session: WalletSession
      request: LeaseNonceRequest
    }): Promise<LeaseNonceResponse> {
      const { userId } = session
      const wallet = await wallets.find(userId)
      const address = request.address.toLowerCase()
      if (wallet?.status !== 'active' || wallet.address !== address) throw new Problem('no-wallet')
      const chain = chains.get(request.chainId as CaipNetworkId)
      if (!chain) throw new Problem('chain-not-supported')
      const pending = await readPending(chain, address)
      const at = now()
      const nonce = await store.lease({
        userId,
        chain: request.chainId,
        address,
        requestId: request.requestId,
        pending,
        now: at,
        expiresAt: at + leaseMs,
      })
      if (nonce === undefined) throw new Problem('too-many-nonces')
      return { nonce }
    },

    /** Releases an unused nonce. Does nothing if the request holds none. */
    async release({ session, requestId }: { session: WalletSession; requestId: string }): Promise<void> {
      await store.release({ userId: session.userId, requestId })
    },
  }
}

async function readPending(chain: Chain, address: string): Promise<number> {
  let count: unknown
  try {
    count = await chain.request({ method: 'eth_getTransactionCount', params: [address, 'pending'] })
  } catch (cause) {
    throw new Problem('upstream-unavailable', { cause })
  }
  if (typeof count !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(count))
    throw new Problem('upstream-unavailable')
  return Number(count)
}
