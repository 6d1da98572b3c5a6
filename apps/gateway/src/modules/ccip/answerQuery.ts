import { decodeFunctionData, encodeFunctionResult, type Hex, namehash, parseAbi } from 'viem'
import { hasOwnBytes } from '../../chains/shared/abi/hasOwnBytes.ts'
import { readAddress } from '../names/readAddress.ts'
import type { NameRow } from '../names/store.ts'

const records = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])
const multicall = parseAbi(['function multicall(bytes[] data) view returns (bytes[])'])
const multicallSelector = '0xac9650d8'
const ethereum = 60
const zeroAddress = `0x${'00'.repeat(20)}` as const
const maxCalls = 64

/**
 * Returns the result of one call to an ENS resolver (ENSIP-1, 5, 7, 9, 11) from a stored name. A missing record has an empty
 * result, so that clients cache its absence too.
 *
 * @returns undefined if the call is not supported, or is about another name.
 */
export function answerQuery({
  data,
  name,
  row,
}: {
  data: Hex
  name: string
  row: NameRow | undefined
}): Hex | undefined {
  if (data.slice(0, 10) === multicallSelector) {
    const isPlain = hasOwnBytes(`0x${data.slice(10)}`, { maxItems: maxCalls })
    const calls = isPlain ? decode(() => decodeFunctionData({ abi: multicall, data }).args[0]) : undefined
    if (!calls) return undefined
    const answers: Hex[] = []
    for (const call of calls) {
      // No nested multicalls: a short request must not lead to an unlimited response.
      const answer =
        call.slice(0, 10) === multicallSelector ? undefined : answerQuery({ data: call, name, row })
      if (answer === undefined) return undefined
      answers.push(answer)
    }
    return encodeFunctionResult({ abi: multicall, functionName: 'multicall', result: answers })
  }
  const call = decode(() => decodeFunctionData({ abi: records, data }))
  if (!call || call.args[0] !== namehash(name)) return undefined
  if (call.functionName === 'text')
    return encodeFunctionResult({ abi: records, functionName: 'text', result: textOf(row, call.args[1]) })
  if (call.functionName === 'contenthash')
    return encodeFunctionResult({ abi: records, functionName: 'contenthash', result: '0x' })
  const coinType = call.args.length === 1 ? BigInt(ethereum) : (call.args[1] as bigint)
  const bytes = addressOf(row, coinType)
  return call.args.length === 1
    ? encodeFunctionResult({ abi: [records[0]], functionName: 'addr', result: bytes ?? zeroAddress })
    : encodeFunctionResult({ abi: [records[1]], functionName: 'addr', result: bytes ?? '0x' })
}

function addressOf(row: NameRow | undefined, coinType: bigint): Hex | undefined {
  const found = row?.addresses.find((entry) => BigInt(entry.coinType) === coinType)
  return found && readAddress(found)?.bytes
}

function textOf(row: NameRow | undefined, key: string): string {
  return row && Object.hasOwn(row.attributes, key) ? (row.attributes[key] as string) : ''
}

/** Decodes untrusted data; returns undefined if it is malformed. */
function decode<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
