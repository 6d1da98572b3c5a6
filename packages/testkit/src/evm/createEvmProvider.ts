import { isRecord, rpcErrorCodes } from '@portico/protocol'
import type { Approvals } from '../createApprovals.ts'
import type { Emitter } from '../createEmitter.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { Eip1193Events, Eip1193Provider, Eip1193Request } from './eip1193.ts'
import { findMethod } from './methods/findMethod.ts'
import type { WalletContext } from './methods/method.ts'

/** Creates the frozen EIP-1193 provider that the page uses. */
export function createEvmProvider({
  context,
  approvals,
  emitter,
  delay,
  requests,
  assertOnline,
}: {
  context: WalletContext
  approvals: Approvals
  emitter: Emitter<Eip1193Events>
  /** Milliseconds before any response. */
  delay: number
  /** The log of requests. */
  requests: { method: string; params: unknown }[]
  assertOnline: () => void
}): Eip1193Provider {
  const { state } = context

  async function request(argument: Eip1193Request): Promise<unknown> {
    const { method, params } = parseRequest(argument)
    requests.push({ method, params })
    if (requests.length > 1000) requests.shift()
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))

    assertOnline()
    const definition = findMethod(method, context)
    if (!definition) {
      throw new ProviderRpcError({
        code: rpcErrorCodes.unsupportedMethod,
        message: `The wallet does not support the method ${method.slice(0, 100)}.`,
      })
    }
    if (definition.connected) assertConnected(method)
    const parsed = await definition.parse(context, params)
    const { consent } = definition
    await approvals.decide(
      { method, params, origin: context.origin, network: `eip155:${state.chainId}` },
      { consent: typeof consent === 'function' ? consent(context, parsed) : consent },
    )
    // The wallet may have been removed, locked or disconnected while the user decided.
    assertOnline()
    if (definition.connected) assertConnected(method)
    const result = await definition.run(context, parsed)
    assertOnline()
    return result
  }

  function assertConnected(method: string) {
    if (state.connected) return
    throw new ProviderRpcError({
      code: rpcErrorCodes.unauthorized,
      message: `The page is not authorized to call ${method}. Call eth_requestAccounts first.`,
    })
  }

  const provider: Eip1193Provider = {
    request,
    on(event, listener) {
      emitter.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      emitter.off(event, listener)
      return provider
    },
  }
  return Object.freeze(provider)
}

function parseRequest(argument: unknown): { method: string; params: unknown } {
  if (!isRecord(argument) || typeof argument.method !== 'string' || argument.method === '') {
    throw new ProviderRpcError({
      code: rpcErrorCodes.invalidRequest,
      message: 'request() takes an object { method, params }.',
    })
  }
  const { method, params } = argument
  if (params === undefined) return { method, params }
  try {
    // Copy the parameters, so that the page cannot change what is signed after the user has seen it.
    return { method, params: JSON.parse(JSON.stringify(params)) }
  } catch {
    throw new ProviderRpcError({
      code: rpcErrorCodes.invalidParams,
      message: `The parameters of ${method.slice(0, 100)} are not JSON. Do they contain a bigint or a cycle?`,
    })
  }
}
