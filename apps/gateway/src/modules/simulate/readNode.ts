import type { Hex } from '../../chain/Chain.ts'
import type { SimulatedLog } from './Simulated.ts'

/** Bytes as a node writes them; undefined if they are none. */
export function readHex(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value as Hex) : undefined
}

/** A number as a node writes it; undefined if it is none. */
export function readGas(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** The logs among what a node lists, in lower case; the rest is left out. */
export function readLogs(value: unknown): SimulatedLog[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((log) => {
    const address = readHex(log?.address)?.toLowerCase()
    const data = readHex(log?.data)
    const topics: unknown[] = Array.isArray(log?.topics) ? log.topics : []
    if (address?.length !== 42 || data === undefined || topics.length > 4) return []
    if (!topics.every((topic): topic is string => readHex(topic)?.length === 66)) return []
    return [{ address, data, topics: topics.map((topic) => topic.toLowerCase()) }]
  })
}
