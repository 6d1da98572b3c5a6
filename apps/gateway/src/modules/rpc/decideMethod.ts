import { getMethod, parseCaipNetworkId, rpcErrorCodes } from '@portico/protocol'

/** What is done with a request. */
export type MethodDecision =
  | { kind: 'forward' }
  | { kind: 'answer'; result: unknown }
  | { kind: 'refuse'; code: number; message: string }

const maxLogSpan = 10_000
const maxLogAddresses = 1000

/**
 * The policy of the RPC path. Refusals are JSON-RPC errors that clients do not retry: never −32603, −32005 or −1.
 * Wallet methods never reach a node: a node with unlocked accounts (a development chain) would carry them out.
 */
export function decideMethod({
  method,
  params,
  chain,
}: {
  method: string
  params: unknown
  chain: string
}): MethodDecision {
  const { reference } = parseCaipNetworkId(chain)
  if (method === 'eth_chainId') return { kind: 'answer', result: `0x${BigInt(reference).toString(16)}` }
  if (method === 'net_version') return { kind: 'answer', result: reference }
  if (method === 'net_listening') return { kind: 'answer', result: true }
  // The node's own accounts are nobody's business.
  if (method === 'eth_accounts') return { kind: 'answer', result: [] }

  const { namespace, safety } = getMethod(method)
  if (safety === 'unsafe' || (safety === 'refused' && namespace !== undefined))
    return refuse(rpcErrorCodes.unsupportedMethod, 'Only the wallet can do this, not a node.')
  // Safe, but answered by wallets.
  if (safety === 'refused' || method.startsWith('wallet_'))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  if (method === 'eth_getLogs' || method === 'eth_newFilter') return decideLogs(params)
  return { kind: 'forward' }
}

/** A filter over a whole chain keeps a node busy for minutes; ours asks in windows, and so should others. */
function decideLogs(params: unknown): MethodDecision {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null)
    return refuse(rpcErrorCodes.invalidParams, 'The first parameter must be a filter object.')
  const { fromBlock, toBlock, address, topics } = filter as Record<string, unknown>
  if (Array.isArray(address) && address.length > maxLogAddresses)
    return refuse(rpcErrorCodes.invalidParams, `A filter takes at most ${maxLogAddresses} addresses.`)
  if (Array.isArray(topics) && topics.length > 4)
    return refuse(rpcErrorCodes.invalidParams, 'A filter takes at most 4 topics.')
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
