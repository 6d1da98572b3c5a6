import { hexToBytes, isHex, keccak256 } from 'viem/utils'
import type { Head } from '../../chains/evm/heads/Heads.ts'
import type { Hex } from '../../chains/shared/Chain.ts'

/** A log filter in canonical form, so that equal filters can be compared. */
export type LogFilter = {
  /** Lower case, sorted; empty matches any address. */
  address: readonly string[]
  /** By position: null matches any topic, a list matches one of its topics. No trailing nulls. */
  topics: readonly (readonly string[] | null)[]
}

const maxAddresses = 100
const maxChoices = 100

/** Parses the filter of `eth_subscribe` `logs`. Returns an error message if it is invalid. */
export function readLogFilter(value: unknown): LogFilter | string {
  if (value === undefined || value === null) return { address: [], topics: [] }
  if (typeof value !== 'object' || Array.isArray(value)) return 'The filter must be an object.'
  const { address, topics } = value as { address?: unknown; topics?: unknown }
  const addresses = readChoices(address, 20)
  if (!addresses || addresses.length > maxAddresses)
    return `address must be an address or a list of at most ${maxAddresses}.`
  if (topics !== undefined && topics !== null && (!Array.isArray(topics) || topics.length > 4))
    return 'topics must be a list of at most 4.'
  const positions: (string[] | null)[] = []
  for (const topic of (topics ?? []) as unknown[]) {
    const choices = readChoices(topic, 32)
    if (!choices || choices.length > maxChoices)
      return `A topic must be null, 32 bytes, or a list of at most ${maxChoices} of them.`
    positions.push(choices.length === 0 ? null : choices)
  }
  while (positions.at(-1) === null) positions.pop()
  return { address: addresses, topics: positions }
}

/** Returns a key that is the same for equal filters. */
export function filterKey({ address, topics }: LogFilter): string {
  return JSON.stringify([address, topics])
}

function readChoices(value: unknown, bytes: number): string[] | undefined {
  if (value === undefined || value === null) return []
  const all = [value].flat()
  if (!all.every((choice) => isHex(choice) && choice.length === 2 + bytes * 2)) return undefined
  return [...new Set((all as string[]).map((choice) => choice.toLowerCase()))].sort()
}

/**
 * Creates a function that tests whether a block can contain matching logs, by the bloom filter of its header (Ethereum
 * Yellow Paper, "Transaction receipt"). Some chains always leave that filter empty, so an empty one matches.
 */
export function createBloomTest({ address, topics }: LogFilter): (head: Head) => boolean {
  const groups = [address, ...topics]
    .filter((choices): choices is readonly string[] => choices !== null && choices.length > 0)
    .map((choices) => choices.map(bitsOf))
  return ({ header: { logsBloom, gasUsed } }) => {
    if (gasUsed === '0x0') return false
    if (!isHex(logsBloom) || logsBloom.length !== 514 || /^0x0*$/.test(logsBloom)) return true
    const bloom = hexToBytes(logsBloom)
    const has = (bit: number) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
    return groups.every((choices) => choices.some((bits) => bits.every(has)))
  }
}

/** Returns the three bits (of 2048) that a value sets. */
function bitsOf(value: string): number[] {
  const hash = keccak256(value as Hex, 'bytes')
  return [0, 2, 4].map((index) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 2047)
}
