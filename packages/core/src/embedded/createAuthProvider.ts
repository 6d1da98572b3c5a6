import { type CaipNetworkId, getMethod, ProviderRpcError, RpcError, rpcErrorCodes } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import type { RpcClient } from '../namespace.ts'
import type { EmbeddedRequest } from './embeddedState.ts'
import { FrameAbortedError } from './errors.ts'
import type { Frame } from './frame/openFrame.ts'

export interface CreateAuthProviderParameters {
  getFrame(): Promise<Frame>
  getAddress(): string | undefined
  getNetworkId(): CaipNetworkId
  onRequests(requests: readonly EmbeddedRequest[]): void
  onTransaction(hash: string, networkId: CaipNetworkId): void
  onRefused(method: string): void
}

/**
 * Creates the EIP-1193 provider of the embedded wallet. Safe methods are answered without a prompt, unsafe ones wait
 * for the visitor's approval in the frame, and all others are refused (4200), here and in the frame.
 */
export function createAuthProvider(parameters: CreateAuthProviderParameters) {
  const { getFrame, getAddress, getNetworkId, onRequests, onTransaction, onRefused } = parameters
  const pending = new Map<string, { request: EmbeddedRequest; controller: AbortController }>()
  let count = 0

  const reportRequests = () => onRequests([...pending.values()].map(({ request }) => request))

  async function requestApproval(method: string, params: unknown, chainId: CaipNetworkId): Promise<unknown> {
    const controller = new AbortController()
    const id = `request-${++count}`
    pending.set(id, { request: { id, method }, controller })
    reportRequests()
    try {
      const frame = await getFrame()
      return await frame.request(
        'RPC_REQUEST',
        { method, params, chainId },
        { timeout: frameLimits.unsafeTimeout, signal: controller.signal },
      )
    } catch (error) {
      // Closing the request rejects it: code 4001, which applications know.
      if (error instanceof FrameAbortedError)
        throw new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: error.shortMessage, cause: error })
      throw error
    } finally {
      pending.delete(id)
      reportRequests()
    }
  }

  async function handle({ method, params }: Parameters<RpcClient['request']>[0]): Promise<unknown> {
    const address = getAddress()
    // Answered without a message to the frame: every library asks for these first.
    if (method === 'eth_chainId') return `0x${Number(getNetworkId().split(':')[1]).toString(16)}`
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return address ? [address] : []
    const { safety, result } = getMethod(method)
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
    if (safety === 'safe') {
      const frame = await getFrame()
      return frame.request(
        'RPC_REQUEST',
        { method, params, chainId: getNetworkId() },
        { timeout: frameLimits.safeTimeout },
      )
    }
    // Capture the network now; it may change before the visitor approves.
    const networkId = getNetworkId()
    const response = await requestApproval(method, params, networkId)
    if (result === 'transactionHash' && typeof response === 'string') onTransaction(response, networkId)
    return response
  }

  const provider: RpcClient = {
    request: (request) =>
      handle(request).catch((error: unknown) => {
        throw new ProviderRpcError(error)
      }),
  }

  return {
    provider,
    /** Rejects the requests that wait for the visitor, here and in the frame. */
    abortRequests() {
      if (pending.size === 0) return
      for (const { controller } of [...pending.values()]) controller.abort()
      getFrame()
        .then((frame) => frame.request('RPC_ABORT', undefined, { timeout: frameLimits.safeTimeout }))
        // The requests are rejected here already; the frame may be gone.
        .catch(() => {})
    },
  }
}
