import { rpcErrorCodes } from '@portico/protocol'
import { createEmitter } from './createEmitter.ts'
import { ProviderRpcError } from './ProviderRpcError.ts'

/** A JSON-RPC error that the wallet responds with. */
export type RpcFailure = { code: number; message: string; data?: unknown }

/**
 * How requests that need the user's consent are decided:
 * - `approve`: approved immediately
 * - `reject`: rejected immediately (4001)
 * - `hang`: pending until the policy changes or `release()` is called
 * - `ask`: pending until decided through `pending`, `onRequest` or the prompt of `@portico/testkit/prompt`
 * - a failure, such as `{ code: -32603, message: 'Internal error' }`: rejected immediately with that error
 */
export type Policy = 'approve' | 'reject' | 'hang' | 'ask' | RpcFailure

/** A request of the page. */
export type WalletRequest = {
  readonly method: string
  /** The parameters as JSON, copied so that the page cannot change them. */
  readonly params: unknown
  /** The origin of the request. */
  readonly origin: string
  /** CAIP-2 id of the network that was active at the time of the request, for example `eip155:31337`. */
  readonly network: string
}

/** A request waiting for a decision. Further decisions have no effect. */
export type PendingRequest = WalletRequest & {
  readonly id: number
  approve(): void
  /** Rejects with 4001 or the given failure. */
  reject(failure?: RpcFailure | undefined): void
  /** Resolves when the request is decided. */
  readonly settled: Promise<void>
}

/** Decides for a wallet's user, see {@link createApprovals}. */
export type Approvals = {
  /** The policy of methods without their own. */
  readonly policy: Policy
  setPolicy(policy: Policy, options?: { method?: string | undefined } | undefined): void
  readonly pending: readonly PendingRequest[]
  onRequest(listener: (request: PendingRequest) => void): () => void
  waitForRequest(options?: { method?: string | undefined } | undefined): Promise<PendingRequest>
  release(decision?: 'approve' | 'reject' | undefined): void
  /** Resolves if approved, rejects otherwise. With `consent: false` only a policy for this method applies. */
  decide(request: WalletRequest, options: { consent: boolean }): Promise<void>
  /** Rejects all pending requests. */
  failAll(failure: RpcFailure): void
}

type QueuedRequest = PendingRequest & { consent: boolean; isPrompted: boolean }

/** Creates an approval queue that decides requests by policy and holds pending ones. Independent of chains. */
export function createApprovals({ policy: initial }: { policy: Policy }): Approvals {
  let defaultPolicy = initial
  let count = 0
  const perMethod = new Map<string, Policy>()
  const pending = new Map<number, QueuedRequest>()
  const prompts = createEmitter<{ request: PendingRequest }>()
  const waiters = new Set<() => void>()

  function policyOf({ method, consent }: { method: string; consent: boolean }): Policy {
    return perMethod.get(method) ?? (consent ? defaultPolicy : 'approve')
  }

  function apply(request: QueuedRequest) {
    const policy = policyOf(request)
    if (policy === 'approve') request.approve()
    else if (policy === 'reject') request.reject()
    else if (policy === 'ask') {
      // Only once: switching between `hang` and `ask` must not open a second prompt.
      if (request.isPrompted) return
      request.isPrompted = true
      prompts.emit('request', request)
    } else if (policy !== 'hang') request.reject(policy)
  }

  return {
    get policy() {
      return defaultPolicy
    },
    get pending() {
      return [...pending.values()]
    },
    setPolicy(policy, { method } = {}) {
      if (method === undefined) defaultPolicy = policy
      else perMethod.set(method, policy)
      for (const request of [...pending.values()]) apply(request)
    },
    onRequest(listener) {
      prompts.on('request', listener)
      for (const request of [...pending.values()]) if (request.isPrompted) listener(request)
      return () => prompts.off('request', listener)
    },
    waitForRequest({ method } = {}) {
      return new Promise((resolve) => {
        function check() {
          const found = [...pending.values()].find(
            (request) => method === undefined || request.method === method,
          )
          if (!found) return
          waiters.delete(check)
          resolve(found)
        }
        waiters.add(check)
        check()
      })
    },
    release(decision = 'approve') {
      for (const request of [...pending.values()]) request[decision]()
    },
    failAll(failure) {
      for (const request of [...pending.values()]) request.reject(failure)
    },
    decide(request, { consent }) {
      const { promise, resolve, reject } = deferred()
      const id = ++count
      const settled = promise.catch(() => undefined)
      const entry: QueuedRequest = {
        ...request,
        id,
        consent,
        isPrompted: false,
        settled,
        approve() {
          pending.delete(id)
          resolve()
        },
        reject(failure = userRejection) {
          pending.delete(id)
          reject(new ProviderRpcError(failure))
        },
      }
      pending.set(id, entry)
      apply(entry)
      if (pending.has(id)) for (const check of [...waiters]) check()
      return promise
    },
  }
}

const userRejection: RpcFailure = { code: rpcErrorCodes.userRejected, message: 'User rejected the request.' }

// `Promise.withResolvers` is not available in all supported browsers.
function deferred() {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
