import { RpcError } from '@portico/protocol'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { FailureReason } from '../upstreams/readAnswer.ts'
import { retryRules } from '../upstreams/retryRules.ts'
import { UpstreamsFailedError } from '../upstreams/UpstreamsFailedError.ts'
import type { Chain, Hex } from './Chain.ts'

/** One read of a contract. */
export type ContractCall = { target: Hex; data: Hex }

/** What a contract answered; undefined where it reverted, has no code, or could not be read alone either. */
export type ContractAnswer = Hex | undefined

/** The same address on every chain that has it: https://www.multicall3.com */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const multicall3Abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] returnData)',
])
const maxCalls = 500
const maxBytes = 100_000
const maxBatch = 100

const withoutMulticall = new WeakSet<Chain>()

/**
 * Reads many contracts at once through Multicall3, or as a JSON-RPC batch where the chain has none. One bad contract
 * does not spoil the others: what fails as a whole is halved until the bad one stands alone.
 *
 * @throws {UpstreamsFailedError} if no node answers.
 */
export async function callMany({
  chain,
  calls,
  deadline,
}: {
  chain: Chain
  calls: readonly ContractCall[]
  deadline: number
}): Promise<ContractAnswer[]> {
  const chunks = cut(calls)
  return (await Promise.all(chunks.map((chunk) => readChunk({ chain, calls: chunk, deadline })))).flat()
}

type Chunk = { chain: Chain; calls: readonly ContractCall[]; deadline: number }

async function readChunk({ chain, calls, deadline }: Chunk): Promise<ContractAnswer[]> {
  if (withoutMulticall.has(chain)) return readBatch({ chain, calls, deadline })
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map(({ target, data }) => ({ target, allowFailure: true, callData: data }))],
  })
  try {
    const answer = await chain.request(
      { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] },
      { deadline },
    )
    if (answer === '0x') {
      withoutMulticall.add(chain)
      return await readBatch({ chain, calls, deadline })
    }
    const results = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: answer as Hex,
    })
    // An address without code answers "success" and nothing.
    return results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  } catch (error) {
    if (!mayBeContracts(error)) throw error
    if (calls.length === 1 || Date.now() >= deadline) return calls.map(() => undefined)
    const middle = calls.length >> 1
    return [
      ...(await readChunk({ chain, calls: calls.slice(0, middle), deadline })),
      ...(await readChunk({ chain, calls: calls.slice(middle), deadline })),
    ]
  }
}

async function readBatch({ chain, calls, deadline }: Chunk): Promise<ContractAnswer[]> {
  const answers: ContractAnswer[] = []
  for (let start = 0; start < calls.length; start += maxBatch) {
    const part = calls.slice(start, start + maxBatch)
    const results = await chain.requestMany(
      part.map(({ target, data }) => ({ method: 'eth_call', params: [{ to: target, data }, 'latest'] })),
      { deadline },
    )
    answers.push(...results.map((result) => (isHex(result) && result !== '0x' ? result : undefined)))
  }
  return answers
}

/** A contract that burns all gas or answers megabytes; not a node that is out of quota, which would get even more calls. */
function mayBeContracts(error: unknown): boolean {
  if (error instanceof RpcError)
    return !retryRules.isThrottle({ code: error.rpcCode, message: error.shortMessage })
  const signs: readonly FailureReason[] = ['too-large', 'timeout']
  return error instanceof UpstreamsFailedError && error.reasons.some((reason) => signs.includes(reason))
}

function cut(calls: readonly ContractCall[]): ContractCall[][] {
  const chunks: ContractCall[][] = []
  let bytes = 0
  for (const call of calls) {
    const size = call.data.length / 2 + 160
    const last = chunks.at(-1)
    if (last && last.length < maxCalls && bytes + size <= maxBytes) {
      last.push(call)
      bytes += size
    } else {
      chunks.push([call])
      bytes = size
    }
  }
  return chunks
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x')
}
