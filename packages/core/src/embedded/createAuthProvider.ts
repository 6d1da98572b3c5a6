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
 * The embedded wallet as an EIP-1193 provider. Safe methods run at once, unsafe ones wait for the visitor's word in the
 * frame, everything else is refused here and would be refused there.
 */
export function createAuthProvider(parameters: CreateAuthProviderParameters) {
  const { getFrame, getAddress, getNetworkId, onRequests, onTransaction, onRefused } = parameters
  const waiting = new Map<string, { request: EmbeddedRequest; cancel: AbortController }>()
  let count = 0

  const report = () => onRequests([...waiting.values()].map(({ request }) => request))

  async function askVisitor(method: string, params: unknown, chainId: CaipNetworkId): Promise<unknown> {
    const cancel = new AbortController()
    const id = `request-${++count}`
    waiting.set(id, { request: { id, method }, cancel })
    report()
    try {
      const frame = await getFrame()
      return await frame.request(
        'RPC_REQUEST',
        { method, params, chainId },
        { timeout: frameLimits.unsafeTimeout, signal: cancel.signal },
      )
    } catch (error) {
      // Closing is a no, in the words every application understands.
      if (error instanceof FrameAbortedError)
        throw new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: error.shortMessage, cause: error })
      throw error
    } finally {
      waiting.delete(id)
      report()
    }
  }

  async function answer({ method, params }: Parameters<RpcClient['request']>[0]): Promise<unknown> {
    const address = getAddress()
    // What every library asks first costs no message.
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
        message: 'Nobody is logged in to the wallet.',
      })
    if (safety === 'safe') {
      const frame = await getFrame()
      return frame.request(
        'RPC_REQUEST',
        { method, params, chainId: getNetworkId() },
        { timeout: frameLimits.safeTimeout },
      )
    }
    // The network of now: the kit may be on another when the visitor has answered.
    const networkId = getNetworkId()
    const answer = await askVisitor(method, params, networkId)
    if (result === 'transactionHash' && typeof answer === 'string') onTransaction(answer, networkId)
    return answer
  }

  const provider: RpcClient = {
    request: (request) =>
      answer(request).catch((error: unknown) => {
        throw new ProviderRpcError(error)
      }),
  }

  return {
    provider,
    /** Rejects what waits for the visitor, here and in the frame. */
    abortRequests() {
      if (waiting.size === 0) return
      for (const { cancel } of [...waiting.values()]) cancel.abort()
      getFrame()
        .then((frame) => frame.request('RPC_ABORT', undefined, { timeout: frameLimits.safeTimeout }))
        .catch(() => {})
    },
  }
}
