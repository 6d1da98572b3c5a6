import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../shared/Chain.ts'
import type { CoinCall, ContractAnswer, ContractCall, ReadQuery } from './ContractCall.ts'
import { findFallback } from './findFallback.ts'
import { isContractFailure } from './isContractFailure.ts'
import { readBatches } from './readBatches.ts'
import { readDeployless } from './readDeployless.ts'
import { chunkCalls, splitAndRetry } from './splitCalls.ts'

/** The same address on every chain that has it: https://www.multicall3.com */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const multicall3Abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] returnData)',
  'function getEthBalance(address account) view returns (uint256)',
])
const maxCalls = 500
const maxBytes = 100_000
/** ABI encoding per call, in bytes. */
const callOverhead = 160

/** Chains without Multicall3, and until when to assume so (epoch milliseconds): it may be deployed later. */
const withoutMulticall = new WeakMap<Chain, number>()
const recheckAfterMs = 600_000

/** Reads contracts through Multicall3, or through the chain's fallback. */
export async function readContracts(query: ReadQuery): Promise<ContractAnswer[]> {
  if ((withoutMulticall.get(query.chain) ?? 0) > Date.now()) return readByFallback(query)
  const chunks = chunkCalls({ calls: query.calls, maxCalls, maxBytes, overhead: callOverhead })
  return (await Promise.all(chunks.map((calls) => readMulticall({ ...query, calls })))).flat()
}

async function readMulticall(query: ReadQuery): Promise<ContractAnswer[]> {
  const { chain, calls, deadline } = query
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map(toMulticall)],
  })
  try {
    const answer = await chain.request(
      { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] },
      { deadline },
    )
    const results = decodeResults(answer)
    if (results?.length !== calls.length) {
      withoutMulticall.set(chain, Date.now() + recheckAfterMs)
      return await readByFallback(query)
    }
    // A call to an address without code succeeds with empty data.
    return results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  } catch (error) {
    if (!isContractFailure(error)) throw error
    // Multicall3 forwards all gas to each call; deployless calls limit what a bad contract can burn.
    if ((await findFallback(chain, deadline)) === 'deployless') return readDeployless(query)
    return splitAndRetry(query, readMulticall)
  }
}

/** Decodes the results of `aggregate3`; undefined if the contract is not Multicall3 or does not exist. */
function decodeResults(answer: unknown) {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer as Hex })
  } catch {
    return undefined
  }
}

function toMulticall(call: ContractCall | CoinCall) {
  if (!('coinOf' in call)) return { target: call.target, allowFailure: true, callData: call.data }
  const args = [call.coinOf] as const
  const callData = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args })
  return { target: multicall3 as Hex, allowFailure: true, callData }
}

async function readByFallback(query: ReadQuery): Promise<ContractAnswer[]> {
  const fallback = await findFallback(query.chain, query.deadline)
  return fallback === 'deployless' ? readDeployless(query) : readBatches(query)
}
