import { type CaipNetworkId, getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameLimits,
} from '@portico/protocol/frame'
import type { EmbeddedRequest } from './embeddedState.ts'
import { FrameAbortedError } from './errors.ts'
import type { Frame } from './frame/openFrame.ts'

export interface CreateAuthRequestsParameters {
  getFrame(): Promise<Frame>
  /** Called with the requests that wait for the visitor, on every change. */
  onRequests(requests: readonly EmbeddedRequest[]): void
  onRefused(method: string): void
}

/** The JSON-RPC requests to the embedded wallet, of the accounts of all namespaces. */
export type AuthRequests = ReturnType<typeof createAuthRequests>

/**
 * Creates the requests to the embedded wallet. Safe methods are answered without a prompt, unsafe ones wait for the
 * visitor's approval in the frame, and all others are refused (4200), here and in the frame.
 */
export function createAuthRequests({ getFrame, onRequests, onRefused }: CreateAuthRequestsParameters) {
  const pending = new Map<string, { request: EmbeddedRequest; controller: AbortController }>()
  let count = 0

  const reportRequests = () => onRequests([...pending.values()].map(({ request }) => request))

  async function approve<T extends FrameRequestType>(
    type: T,
    payload: FramePayload<T>,
    method: string = type,
  ): Promise<FrameResult<T>> {
    const controller = new AbortController()
    const id = `request-${++count}`
    pending.set(id, { request: { id, method }, controller })
    reportRequests()
    try {
      const frame = await getFrame()
      const options = { timeout: frameLimits.unsafeTimeout, signal: controller.signal }
      return await frame.request(type, payload, options)
    } catch (error) {
      // Closing the request rejects it with 4001, the code for a rejection by the user.
      if (error instanceof FrameAbortedError)
        throw new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: error.shortMessage, cause: error })
      throw error
    } finally {
      pending.delete(id)
      reportRequests()
    }
  }

  return {
    /** Sends a request that waits for the visitor's approval. `method` names it for the application. */
    approve,
    /** Sends a request for an account, on a network. Without an account it fails with 4100. */
    async send({
      method,
      params,
      address,
      networkId,
    }: {
      method: string
      params?: unknown
      address: string | undefined
      networkId: CaipNetworkId
    }): Promise<unknown> {
      const { safety } = getMethod(method)
      if (safety === 'refused') {
        onRefused(method)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Requested RPC call is not allowed',
          details: method,
        })
      }
      if (!address)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: 'No account is logged in to the wallet.',
        })
      if (safety === 'unsafe') return approve('RPC_REQUEST', { method, params, chainId: networkId }, method)
      const frame = await getFrame()
      const options = { timeout: frameLimits.safeTimeout }
      return frame.request('RPC_REQUEST', { method, params, chainId: networkId }, options)
    },
    /** Rejects the requests that wait for the visitor, here and in the frame. */
    abort() {
      if (pending.size === 0) return
      for (const { controller } of [...pending.values()]) controller.abort()
      getFrame()
        .then((frame) => frame.request('RPC_ABORT', undefined, { timeout: frameLimits.safeTimeout }))
        // The requests are rejected here already; the frame may be gone.
        .catch(() => {})
    },
  }
}
