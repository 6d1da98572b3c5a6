import type { Approvals } from '../createApprovals.ts'
import type { BitcoinChain } from './bitcoinChain.ts'
import type { BitcoinState } from './createBitcoinState.ts'

/** The side of a Bitcoin wallet for tests where the person sits. */
export type BitcoinPerson = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  readonly info: { readonly name: string; readonly icon: string }
  /** The addresses of all accounts on the active chain, payment before ordinals, whether a page may see them or not. */
  readonly accounts: readonly string[]
  readonly chain: BitcoinChain
  /** May the page see the accounts now? */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** Makes an account the active one, by its place. */
  switchAccount(account: number): void
  /** Makes one of its chains the active one. */
  switchNetwork(chain: BitcoinChain): void
  /** The person takes the page's permission away. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet: it is taken from the page, and every request fails with 4900. */
  remove(): void
}

/** The person's side of a wallet, whatever it looks like to the page. */
export function toBitcoinPerson({
  state,
  info,
}: {
  state: BitcoinState
  info: BitcoinPerson['info']
}): Omit<BitcoinPerson, 'remove'> {
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
        throw new Error(`The wallet does not know ${chain}; it knows ${state.chains.join(', ')}.`)
      state.update({ chain })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
  }
}
