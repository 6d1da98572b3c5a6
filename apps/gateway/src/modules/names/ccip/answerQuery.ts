import { decodeFunctionData, encodeFunctionResult, type Hex, namehash, parseAbi } from 'viem'
import { readAddress } from '../readAddress.ts'
import type { NameRow } from '../store.ts'

const records = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])
const multicall = parseAbi(['function multicall(bytes[] data) view returns (bytes[])'])
const multicallSelector = '0xac9650d8'
const ethereum = 60
const nobody = `0x${'00'.repeat(20)}` as const
const maxCalls = 64

/**
 * Answers one call of an ENS resolver (ENSIP-1, 5, 7, 9, 11) from what is kept of a name. What is not there is answered
 * as empty, so that clients keep that, too.
 *
 * @returns undefined if the call is none of these, or about another name.
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
    const calls = decode(() => decodeFunctionData({ abi: multicall, data }).args[0])
    if (!calls || calls.length > maxCalls) return undefined
    const answers: Hex[] = []
    for (const call of calls) {
      // Not nested: an answer to a short question must not grow without end.
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
    ? encodeFunctionResult({ abi: [records[0]], functionName: 'addr', result: bytes ?? nobody })
    : encodeFunctionResult({ abi: [records[1]], functionName: 'addr', result: bytes ?? '0x' })
}

function addressOf(row: NameRow | undefined, coinType: bigint): Hex | undefined {
  const found = row?.addresses.find((entry) => BigInt(entry.coinType) === coinType)
  return found && readAddress(found)?.bytes
}

function textOf(row: NameRow | undefined, key: string): string {
  return row && Object.hasOwn(row.attributes, key) ? (row.attributes[key] as string) : ''
}

/** Data of strangers: what cannot be decoded is no call of ours. */
function decode<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
