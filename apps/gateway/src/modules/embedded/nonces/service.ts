import type { CaipNetworkId } from '@portico/protocol'
import type { LeaseNonceRequest, LeaseNonceResponse } from '@portico/protocol/gateway'
import { delegationPrefix, delegatorContracts } from '@portico/protocol/smartAccount'
import type { Chain } from '../../../chains/shared/Chain.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import type { OperationNonceStore } from './operationStore.ts'
import type { NonceLeaseStore } from './store.ts'

const leaseMs = 60_000

/**
 * Creates the service that leases nonces of transactions and of user operations, so that two devices of a user do not sign with the
 * same nonce.
 */
export function createWalletNonces({
  store,
  operations,
  wallets,
  chains,
  now,
}: {
  store: NonceLeaseStore
  operations: OperationNonceStore
  wallets: EmbeddedWalletStore
  chains: ReadonlyMap<CaipNetworkId, Chain>
  now: () => number
}) {
  return {
    /**
     * Leases the lowest free nonce of the user's account for a minute, or the lowest two in a row. An account that delegates its
     * code, or is about to, gets one only if it has no transaction under way: nodes keep no second one. User operations have eight
     * sequences of nonces; the first without an operation under way is leased.
     *
     * @throws {Problem} `no-wallet`, `chain-not-supported`, `upstream-unavailable`, `account-busy` or `too-many-nonces`
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
      if (request.kind === 'operation') {
        const { requestId } = request
        const at = now()
        const lease = {
          userId,
          chain: chain.id,
          sender: address,
          requestId,
          now: at,
          expiresAt: at + leaseMs,
        }
        const key = await operations.lease(lease)
        if (key === undefined) throw new Problem('account-busy')
        return { nonce: `${await readOperationNonce(chain, address, key)}` }
      }
      const { pending, latest, isDelegated } = await readAccount(chain, address)
      const { count = 1 } = request
      if ((isDelegated || count > 1) && pending > latest) throw new Problem('account-busy')
      const at = now()
      const nonce = await store.lease({
        userId,
        chain: request.chainId,
        address,
        requestId: request.requestId,
        count,
        pending,
        latest,
        isExclusive: isDelegated,
        now: at,
        expiresAt: at + leaseMs,
      })
      if (typeof nonce === 'string') throw new Problem(nonce)
      return { nonce }
    },

    /** Releases an unused nonce. Does nothing if the request holds none. */
    async release({ session, requestId }: { session: WalletSession; requestId: string }): Promise<void> {
      await store.release({ userId: session.userId, requestId })
      await operations.release({ userId: session.userId, requestId })
    },
  }
}

/** Reads the next nonce of a key at the EntryPoint. */
async function readOperationNonce(chain: Chain, address: string, key: number): Promise<bigint> {
  const data = `${getNonceSelector}${address.slice(2).padStart(64, '0')}${key.toString(16).padStart(64, '0')}`
  let nonce: unknown
  try {
    nonce = await chain.request({
      method: 'eth_call',
      params: [{ to: delegatorContracts.EntryPoint, data }, 'latest'],
    })
  } catch (cause) {
    throw new Problem('upstream-unavailable', { cause })
  }
  // The upper 192 bits are the key.
  if (typeof nonce !== 'string' || !/^0x[0-9a-f]{64}$/i.test(nonce) || BigInt(nonce) >> 64n !== BigInt(key))
    throw new Problem('upstream-unavailable')
  return BigInt(nonce)
}

/** `getNonce(address,uint192)` of the EntryPoint. */
const getNonceSelector = '0x35567e1a'

/** Reads what decides about the next nonce in one batch, so that one upstream answers all of it. */
async function readAccount(
  chain: Chain,
  address: string,
): Promise<{ pending: number; latest: number; isDelegated: boolean }> {
  let answers: unknown[]
  try {
    answers = await chain.requestMany([
      { method: 'eth_getTransactionCount', params: [address, 'pending'] },
      { method: 'eth_getTransactionCount', params: [address, 'latest'] },
      { method: 'eth_getCode', params: [address, 'latest'] },
    ])
  } catch (cause) {
    throw new Problem('upstream-unavailable', { cause })
  }
  const [pending, latest, code] = answers
  if (!isQuantity(pending) || !isQuantity(latest) || !isCode(code)) throw new Problem('upstream-unavailable')
  return { pending: Number(pending), latest: Number(latest), isDelegated: delegation.test(code) }
}

/** The code of an account that delegates to a contract, whichever it is (EIP-7702). */
const delegation = new RegExp(`^${delegationPrefix}[0-9a-f]{40}$`, 'i')

const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)

const isQuantity = (value: unknown) => typeof value === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(value)
