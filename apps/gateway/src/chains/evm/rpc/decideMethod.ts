import { getMethod, parseCaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import type { MethodDecision } from '../../shared/MethodDecision.ts'
import { canonicalJson } from '../../shared/upstreams/json/canonicalJson.ts'

const maxLogSpan = 10_000
const maxLogAddresses = 1000
const maxLogTopics = 1000

/**
 * Decides what happens to a JSON-RPC request on an EVM chain. Refused requests get error codes that clients do not
 * retry: never −32603, −32005 or −1. Wallet methods never reach an upstream: a development node with unlocked accounts
 * would execute them.
 */
export function decideMethod({
  method,
  params,
  chain,
}: {
  method: string
  /** JSON text. */
  params: string
  chain: string
}): MethodDecision {
  const fixed = fixedAnswer(method, chain)
  if (fixed !== undefined) return { kind: 'answer', result: fixed }

  const { namespace, safety } = getMethod(method)
  if (safety === 'unsafe' || (safety === 'refused' && namespace !== undefined))
    return refuse(rpcErrorCodes.unsupportedMethod, 'The method is available in wallets only.')
  // Other wallet methods.
  if (safety === 'refused' || method.startsWith('wallet_'))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  if (method === 'eth_getLogs' || method === 'eth_newFilter') return decideLogs(params)
  return { kind: 'forward' }
}

/** Returns the result (JSON text) of methods that need no upstream. */
function fixedAnswer(method: string, chain: string): string | undefined {
  switch (method) {
    case 'eth_chainId':
      return `"0x${BigInt(parseCaipNetworkId(chain).reference).toString(16)}"`
    case 'net_version':
      return `"${parseCaipNetworkId(chain).reference}"`
    case 'net_listening':
      return 'true'
    // Never reveal an upstream's own accounts.
    case 'eth_accounts':
      return '[]'
    default:
      return undefined
  }
}

/** Limits log filters: a filter over a whole chain keeps an upstream busy for minutes. */
function decideLogs(text: string): MethodDecision {
  // With duplicate members, the upstream might check a different one than this function.
  if (canonicalJson(text) === undefined)
    return refuse(rpcErrorCodes.invalidParams, 'The filter has duplicate members or is nested too deeply.')
  const params: unknown = JSON.parse(text)
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null)
    return refuse(rpcErrorCodes.invalidParams, 'The first parameter must be a filter object.')
  const { fromBlock, toBlock, address, topics } = filter as Record<string, unknown>
  if (Array.isArray(address) && address.length > maxLogAddresses)
    return refuse(rpcErrorCodes.invalidParams, `A filter takes at most ${maxLogAddresses} addresses.`)
  if (Array.isArray(topics) && topics.length > 4)
    return refuse(rpcErrorCodes.invalidParams, 'A filter takes at most 4 topics.')
  if (Array.isArray(topics) && topics.flat().length > maxLogTopics)
    return refuse(rpcErrorCodes.invalidParams, `A filter takes at most ${maxLogTopics} topics in total.`)
  const [from, to] = [readNumber(fromBlock), readNumber(toBlock)]
  // The numbers of block tags such as `latest` are unknown here; the upstream applies its own limit.
  if (from !== undefined && to !== undefined && to - from >= maxLogSpan)
    return refuse(
      rpcErrorCodes.invalidParams,
      `A filter may span at most ${maxLogSpan} blocks. Use several requests.`,
    )
  return { kind: 'forward' }
}

function readNumber(block: unknown): number | undefined {
  if (block === 'earliest') return 0
  return typeof block === 'string' && /^0x[0-9a-f]{1,12}$/i.test(block) ? Number(block) : undefined
}

function refuse(code: number, message: string): MethodDecision {
  return { kind: 'refuse', code, message }
}
