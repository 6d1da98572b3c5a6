import type { Endpoint } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { decodeAbiParameters, decodeErrorResult, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { createClient } from '../assets/createClient.ts'

/** ENS's universal resolver on Ethereum (ENSIP-21). */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** Offchain lookups would be combined by the client itself, if it made any. */
const localBatch = 'x-batch-gateway:true'
const coinOfEthereum = 60

const universal = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
/** What says that a name, or this record of it, is not set. */
const unset = parseAbi([
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes data)',
])

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
  const node = namehash(name)
  const question = isShort
    ? encodeFunctionData({ abi: resolver, functionName: 'addr', args: [node] })
    : encodeFunctionData({ abi: resolver, functionName: 'addr', args: [node, BigInt(coinType)] })
  const data = encodeFunctionData({
    abi: universal,
    functionName: 'resolveWithGateways',
    args: [toHex(packetToBytes(name)), question, [localBatch]],
  })
  try {
    const call = { method: 'eth_call', params: [{ to: universalResolver, data }, 'latest'] }
    const returned = (await createClient(endpoint).request(call)) as Hex
    const [answer] = decodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], returned)
    if (answer === '0x') return '0x'
    const [record] = decodeAbiParameters([{ type: isShort ? 'address' : 'bytes' }], answer) as [string]
    const bytes = record.toLowerCase()
    // The zero address counts as not set.
    return /^0x0*$/.test(bytes) ? '0x' : bytes
  } catch (error) {
    return isUnset(error) ? '0x' : undefined
  }
}

function isUnset(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const data = readProperty(at, 'data')
    if (typeof data !== 'string') continue
    try {
      decodeErrorResult({ abi: unset, data: data as Hex })
      return true
    } catch {
      // Another error, such as `OffchainLookup`.
      return false
    }
  }
  return false
}
