import type { Head } from './Heads.ts'

/** Members of a block that are not part of its header; `newHeads` notifications do not contain them. */
const bodyParts = new Set(['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty'])

/** Parses a header or block; undefined if it is malformed or pending. */
export function readHead(value: unknown): Head | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { number, hash, parentHash, timestamp } = value as Record<string, unknown>
  if (!isQuantity(number) || !isHash(hash) || !isHash(parentHash)) return undefined
  return {
    number: Number(number),
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    timestamp: isQuantity(timestamp) ? Number(timestamp) : 0,
    header: Object.fromEntries(Object.entries(value).filter(([name]) => !bodyParts.has(name))),
  }
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value)
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}
