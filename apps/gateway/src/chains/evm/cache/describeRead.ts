import { readItems } from '../../shared/upstreams/json/readItems.ts'
import { readMembers } from '../../shared/upstreams/json/readMembers.ts'

/**
 * What the result of a read depends on:
 * - `block`: the chain up to that block. `params` names the block by number.
 * - `hash`: an object found by its hash; the result contains its block number.
 * - `blockHash`: a block given by hash; its number is unknown.
 * - `head`: the newest block.
 * - `now`: the current moment; identical concurrent requests may share a result.
 * - `once`: nothing may be shared or cached.
 */
export type Read =
  | { kind: 'block'; number: number; params: string }
  | { kind: 'hash' | 'blockHash' | 'head' | 'now' | 'once' }

type Rule = 'head' | 'hash' | 'blockHash' | 'now' | 'logs' | 'fees' | { block: number }

/** Methods that are not listed are `once`: nonces, filters, writes. */
const rules: Readonly<Record<string, Rule>> = {
  eth_blockNumber: 'head',
  eth_gasPrice: 'head',
  eth_maxPriorityFeePerGas: 'head',
  eth_feeHistory: 'fees',
  eth_call: { block: 1 },
  eth_getAccount: { block: 1 },
  eth_getBalance: { block: 1 },
  eth_getCode: { block: 1 },
  eth_getStorageAt: { block: 2 },
  eth_getProof: { block: 2 },
  eth_getBlockByNumber: { block: 0 },
  eth_getBlockReceipts: { block: 0 },
  eth_getBlockTransactionCountByNumber: { block: 0 },
  eth_getTransactionByBlockNumberAndIndex: { block: 0 },
  eth_getUncleCountByBlockNumber: { block: 0 },
  eth_getBlockByHash: 'hash',
  eth_getTransactionByHash: 'hash',
  eth_getTransactionReceipt: 'hash',
  eth_getTransactionByBlockHashAndIndex: 'hash',
  eth_getBlockTransactionCountByHash: 'blockHash',
  eth_getUncleCountByBlockHash: 'blockHash',
  eth_getLogs: 'logs',
  eth_estimateGas: 'now',
}

/**
 * Determines what a read depends on. If the head is known, its number replaces `latest` in `params`: then all upstreams
 * answer for the same block, and one that is behind returns an error.
 *
 * @param options.head the newest block number, if known.
 */
export function describeRead({
  method,
  params,
  head,
}: {
  method: string
  /** JSON text of an array or object. */
  params: string
  head: number | undefined
}): Read {
  const rule = Object.hasOwn(rules, method) ? rules[method] : undefined
  if (rule === undefined) return { kind: 'once' }
  if (rule === 'head' || rule === 'hash' || rule === 'blockHash' || rule === 'now') return { kind: rule }
  // Node implementations do not agree on named parameters.
  if (!params.startsWith('[')) return { kind: 'once' }
  const items = readItems(params)
  if (rule === 'fees') return { kind: tagOf(items[1]) === 'pending' ? 'once' : 'head' }
  if (rule === 'logs') return describeLogs(items[0], params)

  const { block } = rule
  const given = items[block]
  const number = numberOf(given)
  if (number !== undefined) return { kind: 'block', number, params }
  const tag = given === undefined && items.length === block ? 'latest' : tagOf(given)
  if (tag === 'latest') {
    if (head === undefined) return { kind: 'head' }
    const pinned = [...items.slice(0, block), `"0x${head.toString(16)}"`, ...items.slice(block + 1)]
    return { kind: 'block', number: head, params: `[${pinned.join(',')}]` }
  }
  if (tag === 'safe' || tag === 'finalized') return { kind: 'head' }
  return { kind: isHashOfBlock(given) ? 'blockHash' : 'once' }
}

function describeLogs(filter: string | undefined, params: string): Read {
  if (!filter?.startsWith('{')) return { kind: 'once' }
  const members = new Map(readMembers(filter).map(({ name, value }) => [name, value]))
  if (members.has('blockHash')) return { kind: 'blockHash' }
  const [from, to] = [members.get('fromBlock'), members.get('toBlock')]
  if (tagOf(from) === 'pending' || tagOf(to) === 'pending') return { kind: 'once' }
  const last = numberOf(to)
  // Both default to `latest`.
  return last !== undefined && numberOf(from) !== undefined
    ? { kind: 'block', number: last, params }
    : { kind: 'head' }
}

function numberOf(item: string | undefined): number | undefined {
  if (item === '"earliest"') return 0
  return item !== undefined && /^"0x[0-9a-f]{1,13}"$/i.test(item) ? Number(item.slice(1, -1)) : undefined
}

function tagOf(item: string | undefined): string | undefined {
  return item !== undefined && /^"[a-z]{4,9}"$/.test(item) ? item.slice(1, -1) : undefined
}

function isHashOfBlock(item: string | undefined): boolean {
  return item !== undefined && /^("0x[0-9a-f]{64}"$|\{[^}]*"blockHash")/i.test(item)
}
