import { rpcErrorCodes } from '@portico/protocol'
import { createEmitter } from './createEmitter.ts'
import { ProviderRpcError } from './ProviderRpcError.ts'

/** A failure the wallet answers with, as in JSON-RPC. */
export type RpcFailure = { code: number; message: string; data?: unknown }

/**
 * How a wallet answers what its user must agree to:
 * - `approve`: yes, at once
 * - `reject`: no, at once (4001)
 * - `hang`: never, until the policy changes or `release()`
 * - `ask`: when somebody decides, through `pending`, `onRequest` or the prompt of `@portico/testkit/prompt`
 * - a failure, such as `{ code: -32603, message: 'Internal error' }`: with that error, at once
 */
export type Policy = 'approve' | 'reject' | 'hang' | 'ask' | RpcFailure

/** What the page asked for. */
export type WalletRequest = {
  readonly method: string
  /** The parameters as JSON; a copy the page cannot change any more. */
  readonly params: unknown
  /** Who asks. */
  readonly origin: string
  /** CAIP-2 id of the network the wallet was on when it was asked, for example `eip155:31337`. */
  readonly network: string
}

/** A request waiting for a decision. Deciding twice does nothing. */
export type PendingRequest = WalletRequest & {
  readonly id: number
  approve(): void
  /** Says no: with 4001, or with the failure given. */
  reject(failure?: RpcFailure | undefined): void
  /** Resolves when the request is decided, whoever decided it. */
  readonly settled: Promise<void>
}

/** The person behind a wallet, see {@link createApprovals}. */
export type Approvals = {
  /** The policy of everything that has none of its own. */
  readonly policy: Policy
  setPolicy(policy: Policy, options?: { method?: string | undefined } | undefined): void
  readonly pending: readonly PendingRequest[]
  onRequest(listener: (request: PendingRequest) => void): () => void
  waitForRequest(options?: { method?: string | undefined } | undefined): Promise<PendingRequest>
  release(decision?: 'approve' | 'reject' | undefined): void
  /** Resolves on a yes and rejects on a no. With `consent: false` only a policy for this very method counts. */
  decide(request: WalletRequest, options: { consent: boolean }): Promise<void>
  /** Refuses all that waits. */
  failAll(failure: RpcFailure): void
}

type Waiting = PendingRequest & { consent: boolean; asked: boolean }

/** Decides requests by policy, and keeps those that wait. Knows nothing of chains or methods. */
export function createApprovals({ policy: initial }: { policy: Policy }): Approvals {
  let general = initial
  let count = 0
  const perMethod = new Map<string, Policy>()
  const waiting = new Map<number, Waiting>()
  const asking = createEmitter<{ request: PendingRequest }>()
  const arrivals = new Set<() => void>()

  function policyOf({ method, consent }: { method: string; consent: boolean }): Policy {
    return perMethod.get(method) ?? (consent ? general : 'approve')
  }

  function apply(request: Waiting) {
    const policy = policyOf(request)
    if (policy === 'approve') request.approve()
    else if (policy === 'reject') request.reject()
    else if (policy === 'ask') {
      // Once only: switching between `hang` and `ask` must not open a second prompt.
      if (request.asked) return
      request.asked = true
      asking.emit('request', request)
    } else if (policy !== 'hang') request.reject(policy)
  }

  return {
    get policy() {
      return general
    },
    get pending() {
      return [...waiting.values()]
    },
    setPolicy(policy, { method } = {}) {
      if (method === undefined) general = policy
      else perMethod.set(method, policy)
      for (const request of [...waiting.values()]) apply(request)
    },
    onRequest(listener) {
      asking.on('request', listener)
      for (const request of [...waiting.values()]) if (request.asked) listener(request)
      return () => asking.off('request', listener)
    },
    waitForRequest({ method } = {}) {
      return new Promise((resolve) => {
        function look() {
          const found = [...waiting.values()].find((one) => method === undefined || one.method === method)
          if (!found) return
          arrivals.delete(look)
          resolve(found)
        }
        arrivals.add(look)
        look()
      })
    },
    release(decision = 'approve') {
      for (const request of [...waiting.values()]) request[decision]()
    },
    failAll(failure) {
      for (const request of [...waiting.values()]) request.reject(failure)
    },
    decide(request, { consent }) {
      const { promise, resolve, reject } = deferred()
      const id = ++count
      const settled = promise.catch(() => undefined)
      const entry: Waiting = {
        ...request,
        id,
        consent,
        asked: false,
        settled,
        approve() {
          waiting.delete(id)
          resolve()
        },
        reject(failure = userRejection) {
          waiting.delete(id)
          reject(new ProviderRpcError(failure))
        },
      }
      waiting.set(id, entry)
      apply(entry)
      if (waiting.has(id)) for (const look of [...arrivals]) look()
      return promise
    },
  }
}

const userRejection: RpcFailure = { code: rpcErrorCodes.userRejected, message: 'User rejected the request.' }

// `Promise.withResolvers` is younger than the browsers we support.
function deferred() {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
