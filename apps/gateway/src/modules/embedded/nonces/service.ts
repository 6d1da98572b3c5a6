import type { CaipNetworkId } from '@portico/protocol'
import type { LeaseNonceRequest, LeaseNonceResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../../chain/Chain.ts'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import type { NonceLeaseStore } from './store.ts'

const leaseMs = 60_000

/** Transaction numbers for the user's own account, so that two devices do not sign the same one. */
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
  async function addressOf(session: WalletSession): Promise<string> {
    const wallet = await wallets.find(session.userId)
    if (wallet?.status !== 'active') throw new HttpProblem('no-wallet')
    return wallet.address
  }

  return {
    /** @throws {HttpProblem} `no-wallet`, `chain-not-supported` or `upstream-unavailable` */
    async lease({
      session,
      request,
    }: {
      session: WalletSession
      request: LeaseNonceRequest
    }): Promise<LeaseNonceResponse> {
      const address = await addressOf(session)
      if (request.address.toLowerCase() !== address) throw new HttpProblem('no-wallet')
      const chain = chains.get(request.chainId as CaipNetworkId)
      if (!chain) throw new HttpProblem('chain-not-supported')
      const pending = await readPending(chain, address)
      const at = now()
      const nonce = await store.lease({
        chain: request.chainId,
        address,
        requestId: request.requestId,
        pending,
        now: at,
        expiresAt: at + leaseMs,
      })
      return { nonce }
    },

    /** Gives a number back that was not used; what is not held is no failure. */
    async release({ session, requestId }: { session: WalletSession; requestId: string }): Promise<void> {
      await store.release({ address: await addressOf(session), requestId })
    },
  }
}

async function readPending(chain: Chain, address: string): Promise<number> {
  let count: unknown
  try {
    count = await chain.request({ method: 'eth_getTransactionCount', params: [address, 'pending'] })
  } catch (cause) {
    throw new HttpProblem('upstream-unavailable', { cause })
  }
  if (typeof count !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(count))
    throw new HttpProblem('upstream-unavailable')
  return Number(count)
}
