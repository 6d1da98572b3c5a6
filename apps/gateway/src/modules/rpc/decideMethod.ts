import { getMethod, parseCaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import { canonicalJson } from '../../upstreams/json/canonicalJson.ts'
import type { MethodDecision } from './MethodDecision.ts'

const maxLogSpan = 10_000
const maxLogAddresses = 1000
const maxLogTopics = 1000

/**
 * The policy of the RPC path for EVM chains. Refusals are JSON-RPC errors that clients do not retry: never −32603, −32005 or −1.
 * Wallet methods never reach a node: a node with unlocked accounts (a development chain) would carry them out.
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
    return refuse(rpcErrorCodes.unsupportedMethod, 'Only the wallet can do this, not a node.')
  // Safe, but answered by wallets.
  if (safety === 'refused' || method.startsWith('wallet_'))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  if (method === 'eth_getLogs' || method === 'eth_newFilter') return decideLogs(params)
  return { kind: 'forward' }
}

/** What needs no node. */
function fixedAnswer(method: string, chain: string): string | undefined {
  switch (method) {
    case 'eth_chainId':
      return `"0x${BigInt(parseCaipNetworkId(chain).reference).toString(16)}"`
    case 'net_version':
      return `"${parseCaipNetworkId(chain).reference}"`
    case 'net_listening':
      return 'true'
    // The node's own accounts are nobody's business.
    case 'eth_accounts':
      return '[]'
    default:
      return undefined
  }
}

/** A filter over a whole chain keeps a node busy for minutes; ours asks in windows, and so should others. */
function decideLogs(text: string): MethodDecision {
  // The node would read the other one of two members with the same name.
  if (canonicalJson(text) === undefined)
    return refuse(rpcErrorCodes.invalidParams, 'A member of the filter comes twice, or it nests too deeply.')
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
    return refuse(rpcErrorCodes.invalidParams, `A filter takes at most ${maxLogTopics} topics in all places.`)
  const [from, to] = [readNumber(fromBlock), readNumber(toBlock)]
  // `latest` and the like are not known here; the node has its own limits.
  if (from !== undefined && to !== undefined && to - from >= maxLogSpan)
    return refuse(
      rpcErrorCodes.invalidParams,
      `A filter may span at most ${maxLogSpan} blocks: ask in steps.`,
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
