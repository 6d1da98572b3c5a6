/*
 * Many contract reads in one `eth_call`, on chains without Multicall3: the call creates a contract whose constructor
 * makes the reads and returns the results instead of code. Each read gets an eighth of the remaining gas, and long
 * results are truncated, so that a contract that burns its gas or returns megabytes affects only itself.
 *
 * Input, after the program: per read `target (20 bytes) | length (2 bytes) | data`.
 *
 * Output: per read one word with the success flag (highest bit) and the result's size, then the result, or its beginning.
 *
 * Limits of contract creation: 49,152 bytes in (EIP-3860), 24,576 bytes out (EIP-170). PUSH0 is avoided, as older chains
 * lack it.
 */
import { concatHex, hexToBytes, toHex } from 'viem/utils'
import type { Hex } from '../../shared/Chain.ts'

/** Reads per call whose results always fit into the output limit. */
export const deploylessCalls = 100
/** Input per call, in bytes. */
export const deploylessBytes = 40_000

/** Memory addresses of the read position and the write position. */
const [pos, out] = ['6000', '6020']
const firstOut = 0x40
/** Bytes of a result that are returned, before and after the output reaches `crowded` bytes. */
const wide = 1024
const narrow = 32
const crowded = 0x4000

const head = [
  // pos = end of the program; out = 0x40
  `61????${pos}52`,
  `6040${out}52`,
]
const loop = [
  // while pos < codesize
  `5b38${pos}51101561????57`,
  // word = 22 bytes of the code at pos; target = word >> 96; length = word >> 80 & 0xffff
  `6016${pos}51${out}5139`,
  `${out}51518060601c9060501c61ffff16`,
  // memory[out…] = data; pos += 22 + length
  `80${pos}51601601${out}5139`,
  `80601601${pos}5101${pos}52`,
  // ok = staticcall(gas / 8, target, out, length, 0, 0)
  `6000600082${out}51855a60031cfa`,
  // returned = min(returndatasize, out < crowded ? wide : narrow)
  `3d614000${out}51106103e0026020018082188183100218`,
  // memory[out + 32…] = answer; memory[out] = ok << 255 | size; out += 32 + returned
  `806000${out}516020013e`,
  `908260ff1b17${out}5152`,
  `${out}5101602001${out}52`,
  '50505061????56',
]
const end = [`5b6040${out}51036040f3`]

const sizeOf = (parts: readonly string[]) => parts.join('').length / 2
const word = (value: number) => value.toString(16).padStart(4, '0')
const start = sizeOf(head)
const stop = start + sizeOf(loop)
const places = [stop + sizeOf(end), stop, start]
const program =
  `0x${[...head, ...loop, ...end].join('').replace(/\?{4}/g, () => word(places.shift() ?? 0))}` as Hex

/** Encodes reads as the data of an `eth_call` without `to`. */
export function encodeDeployless(calls: readonly { target: Hex; data: Hex }[]): Hex {
  return concatHex([
    program,
    ...calls.flatMap(({ target, data }) => [target, toHex((data.length - 2) / 2, { size: 2 }), data]),
  ])
}

/** The result of one read; `truncated` if it was longer than what is returned. */
export type DeploylessResult = { kind: 'data'; data: Hex } | { kind: 'failed' } | { kind: 'truncated' }

/** Decodes the results of `count` reads; undefined if the program did not run. */
export function decodeDeployless(answer: unknown, count: number): DeploylessResult[] | undefined {
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(answer)) return undefined
  const bytes = hexToBytes(answer as Hex)
  const results: DeploylessResult[] = []
  let at = 0
  while (results.length < count && at + 32 <= bytes.length) {
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 28)
    const returned = Math.min(size, at + firstOut < crowded ? wide : narrow)
    const data = toHex(bytes.subarray(at + 32, at + 32 + returned))
    const isDone = bytes[at] === 0x80
    results.push(
      !isDone ? { kind: 'failed' } : size > returned ? { kind: 'truncated' } : { kind: 'data', data },
    )
    at += 32 + returned
  }
  return results.length === count && at === bytes.length ? results : undefined
}
