import type { Endpoint } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { bytesToHex, stringToHex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { createClient } from '../assets/createClient.ts'

/** ENS's universal resolver on Ethereum (ENSIP-21). */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** Offchain lookups would be combined by the client itself, if it made any. */
const localBatch = 'x-batch-gateway:true'
const coinOfEthereum = 60

/** `resolveWithGateways(bytes name, bytes data, string[] gateways)`. */
const resolveWithGateways = '0xa1472844'
/** `addr(bytes32 node)`. */
const addr = '3b3b57de'
/** `addr(bytes32 node, uint256 coinType)`. */
const addrOfCoin = 'f1cb7e06'
/** What says that a name, or this record of it, is not set. */
const unset: readonly string[] = [
  // ResolverNotFound(bytes), ResolverNotContract(bytes,address)
  ...['0x77209fe8', '0x1e9535f2'],
  // UnsupportedResolverProfile(bytes4), ResolverError(bytes)
  ...['0x7b1c461b', '0x95c0c752'],
]

/**
 * Reads the address record of an ENS name (ENSIP-9, ENSIP-11) in one call: its bytes in hex, `0x` if it is not set. Returns undefined
 * if the endpoint cannot tell: it fails, or the resolver wants to be asked through a server (ERC-3668). Such a server is
 * not asked: the resolver chooses it, and it would learn who is about to be paid.
 *
 * @param parameters.name normalised (ENSIP-15)
 */
export async function readNameRecord({
  name,
  coinType,
  ...endpoint
}: Endpoint & { name: string; coinType: number }): Promise<string | undefined> {
  const isShort = coinType === coinOfEthereum
  const node = namehash(name).slice(2)
  const question = isShort ? `${addr}${node}` : `${addrOfCoin}${node}${word(coinType)}`
  try {
    const data = encode(bytesToHex(packetToBytes(name)).slice(2), question)
    const call = { method: 'eth_call', params: [{ to: universalResolver, data }, 'latest'] }
    const returned = `${await createClient(endpoint).request(call)}`
    const answer = readBytes(returned.slice(2))
    if (answer === '') return '0x'
    const record = isShort ? /^0{24}([0-9a-f]{40})$/i.exec(answer ?? '')?.[1] : readBytes(answer)
    if (record === undefined) return undefined
    // The zero address counts as not set.
    return /^0*$/.test(record) ? '0x' : `0x${record.toLowerCase()}`
  } catch (error) {
    return isUnset(error) ? '0x' : undefined
  }
}

/** Encodes the call of the universal resolver. Written here: viem's encoder is larger than the rest of this file. */
function encode(name: string, question: string): string {
  const [one, two] = [tail(name), tail(question)]
  const three = `${word(1)}${word(32)}${tail(stringToHex(localBatch).slice(2))}`
  const first = 3 * 32
  const second = first + one.length / 2
  return `${resolveWithGateways}${word(first)}${word(second)}${word(second + two.length / 2)}${one}${two}${three}`
}

/** Encodes bytes in hex: their number, and they themselves in whole words. */
const tail = (hex: string): string =>
  `${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
const word = (value: number): string => value.toString(16).padStart(64, '0')

/** Reads the bytes to which the first word of an ABI-encoded answer points, in hex; undefined if it is malformed. */
function readBytes(hex: string | undefined): string | undefined {
  const offset = readNumber(hex, 0)
  const length = offset === undefined ? undefined : readNumber(hex, offset * 2)
  if (offset === undefined || length === undefined) return undefined
  const bytes = hex?.slice(offset * 2 + 64, offset * 2 + 64 + length * 2)
  return bytes?.length === length * 2 && /^[0-9a-f]*$/i.test(bytes) ? bytes : undefined
}

function readNumber(hex: string | undefined, at: number): number | undefined {
  const digits = hex?.slice(at, at + 64)
  return digits && /^0{56}[0-9a-f]{8}$/i.test(digits) ? Number(`0x${digits}`) : undefined
}

function isUnset(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const data = readProperty(at, 'data')
    // Another error, such as `OffchainLookup`, says nothing.
    if (typeof data === 'string') return unset.includes(data.slice(0, 10).toLowerCase())
  }
  return false
}
