import { BaseError, RpcError } from '@portico/protocol'
import {
  createPublicClient,
  custom,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  parseAbi,
  size,
  toHex,
} from 'viem'
import { mainnet as ethereum } from 'viem/chains'
import { namehash, packetToBytes } from 'viem/ens'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { createLookups } from './createLookups.ts'
import { type NameRecordValue, readRecord } from './readRecord.ts'

/**
 * Reads the address record of a name. `unread`: the resolver or its servers gave no answer, so the record may be set.
 *
 * @throws {Problem} `upstream-unavailable` if Ethereum cannot be read.
 */
export type EnsReader = (query: {
  name: string
  coinType: number
  deadline: number
}) => Promise<NameRecordValue | 'unread'>

const universal = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes data)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
/** The gateway combines several lookups itself, instead of telling a server of others what it looks up. */
const localBatch = 'x-batch-gateway:true'
const coinOfEthereum = 60
/** `eth_call`s of one resolution. Each offchain lookup needs another one. */
const maxCalls = 8
/** Bytes of a resolver's answer. */
const maxAnswer = 4096

/** Creates the reader of ENS records, through Ethereum's universal resolver (ENSIP-10, ENSIP-21). */
export function createEnsReader({
  mainnet,
  safeFetch,
  now,
}: {
  mainnet: Chain
  safeFetch: Pick<SafeFetch, 'get' | 'post'>
  now: () => number
}): EnsReader {
  return async ({ name, coinType, deadline }) => {
    const lookups = createLookups({ safeFetch, deadline, now })
    let calls = 0
    let failure: unknown
    const client = createPublicClient({
      chain: ethereum,
      ccipRead: { request: lookups.request },
      transport: custom(
        {
          async request({ method, params }) {
            calls++
            if (calls > maxCalls || now() >= deadline)
              throw new BaseError('The resolver of the name takes too long.')
            try {
              return await mainnet.request({ method, params: params ?? [] }, { deadline })
            } catch (error) {
              const revert = toRevert(error)
              if (!revert) failure = error
              throw revert ?? error
            }
          },
        },
        { retryCount: 0 },
      ),
    })
    const node = namehash(name)
    const data =
      coinType === coinOfEthereum
        ? encodeFunctionData({ abi: resolver, functionName: 'addr', args: [node] })
        : encodeFunctionData({ abi: resolver, functionName: 'addr', args: [node, BigInt(coinType)] })
    let answer: Hex
    try {
      ;[answer] = await client.readContract({
        address: ethereum.contracts.ensUniversalResolver.address,
        abi: universal,
        functionName: 'resolveWithGateways',
        args: [toHex(packetToBytes(name)), data, [localBatch]],
      })
    } catch (error) {
      if (failure) throw new Problem('upstream-unavailable', { cause: failure })
      return !lookups.hasFailed && isUnset(error) ? 'none' : 'unread'
    }
    // A resolver may ignore that a lookup of its failed.
    if (lookups.hasFailed) return 'unread'
    const bytes = decode(answer, coinType)
    return bytes ? readRecord({ coinType, bytes }) : 'invalid'
  }
}

/** Returns the bytes of a record; undefined if the answer is malformed. */
function decode(answer: Hex, coinType: number): Uint8Array | undefined {
  if (answer === '0x') return new Uint8Array()
  if (size(answer) > maxAnswer) return undefined
  // An address fills the end of a word. What is before it must be zero: it would be cut off.
  if (coinType === coinOfEthereum)
    return /^0x0{24}[0-9a-f]{40}$/i.test(answer) ? hexToBytes(`0x${answer.slice(26)}`) : undefined
  try {
    const [bytes] = decodeAbiParameters([{ type: 'bytes' }], answer)
    return hexToBytes(bytes)
  } catch {
    return undefined
  }
}

/** Whether the universal resolver says that the name has no resolver, or its resolver has no such record. */
function isUnset(error: unknown): boolean {
  const names = ['ResolverNotFound', 'ResolverNotContract', 'UnsupportedResolverProfile', 'ResolverError']
  for (let at = error; at instanceof Error; at = at.cause) {
    const { data } = at as { data?: { errorName?: string } }
    if (names.includes(data?.errorName ?? '')) return true
  }
  return false
}

/** Converts a revert to the form that viem reads; undefined for other errors. */
function toRevert(error: unknown): Error | undefined {
  if (!(error instanceof RpcError) || error.data === undefined) return undefined
  return Object.assign(new Error(error.shortMessage), { code: 3, data: error.data })
}
