import type { Approvals } from '../createApprovals.ts'
import type { BitcoinChain } from './bitcoinChain.ts'
import type { BitcoinState } from './createBitcoinState.ts'

/** The methods of a Bitcoin test wallet that act as its user. */
export type BitcoinUser = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  readonly info: { readonly name: string; readonly icon: string }
  /** All addresses on the active chain, payment before ordinals, whether or not the page may see them. */
  readonly accounts: readonly string[]
  readonly chain: BitcoinChain
  /** Whether the page may see the accounts. */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** Makes an account the active one, by its index. */
  switchAccount(account: number): void
  /** Makes one of the wallet's chains the active one. */
  switchNetwork(chain: BitcoinChain): void
  /** Revokes the page's permission. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet: withdraws it from the page; every request fails with 4900. */
  remove(): void
}

/** Creates the user's side of a wallet, independent of its interface to the page. */
export function toBitcoinUser({
  state,
  info,
}: {
  state: BitcoinState
  info: BitcoinUser['info']
}): Omit<BitcoinUser, 'remove'> {
  const { approvals } = state
  return {
    info: Object.freeze({ ...info }),
    requests: state.requests,
    get accounts() {
      return state.keys(state.memory.chain).map(({ address }) => address)
    },
    get chain() {
      return state.memory.chain
    },
    get connected() {
      return state.exposed(state.memory.chain).length > 0
    },
    get policy() {
      return approvals.policy
    },
    get pending() {
      return approvals.pending
    },
    setPolicy: approvals.setPolicy,
    onRequest: approvals.onRequest,
    waitForRequest: approvals.waitForRequest,
    release: approvals.release,
    switchAccount(account) {
      if (!state.keys(state.memory.chain).some((key) => key.account === account))
        throw new Error(`The wallet has no account ${account}.`)
      state.update({ active: account })
    },
    switchNetwork(chain) {
      if (!state.chains.includes(chain))
        throw new Error(`The wallet does not have ${chain}; it has ${state.chains.join(', ')}.`)
      state.update({ chain })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
  }
}
