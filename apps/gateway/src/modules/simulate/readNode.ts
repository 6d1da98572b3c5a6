import type { Hex } from '../../chains/shared/Chain.ts'
import type { SimulatedLog } from './Simulated.ts'

/** Reads hexadecimal data; undefined if the value is anything else. */
export function readHex(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value as Hex) : undefined
}

/** Reads a hexadecimal quantity; undefined if the value is anything else. */
export function readGas(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** Reads the valid logs of a list, in lower case; drops invalid entries. */
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
