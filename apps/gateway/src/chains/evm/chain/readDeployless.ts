import { RpcError } from '@portico/protocol'
import type { ContractAnswer, ReadQuery } from './ContractCall.ts'
import {
  type DeploylessResult,
  decodeDeployless,
  deploylessBytes,
  deploylessCalls,
  encodeDeployless,
} from './deployless.ts'
import { isContractFailure } from './isContractFailure.ts'
import { coinRequest, contractRequest, readBatches, readWord } from './readBatches.ts'
import { chunkCalls, splitAndRetry } from './splitCalls.ts'

/** Reads contracts through deployless calls. Native balances, which these cannot read, go into the same batch. */
export async function readDeployless(query: ReadQuery): Promise<ContractAnswer[]> {
  const { chain, deadline } = query
  const calls = query.calls.flatMap((call, index) => ('coinOf' in call ? [] : [{ ...call, index }]))
  const coins = query.calls.flatMap((call, index) => ('coinOf' in call ? [{ call, index }] : []))
  const chunks = chunkCalls({ calls, maxCalls: deploylessCalls, maxBytes: deploylessBytes, overhead: 22 })
  const answers = await chain.requestMany(
    [
      ...chunks.map((chunk) => contractRequest({ data: encodeDeployless(chunk) })),
      ...coins.map(({ call }) => coinRequest(call)),
    ],
    { deadline },
  )
  const found: ContractAnswer[] = query.calls.map(() => undefined)
  const truncated: typeof calls = []
  for (const [number, chunk] of chunks.entries()) {
    const answer = answers[number]
    if (answer instanceof RpcError && !isContractFailure(answer)) throw answer
    const results = decodeDeployless(answer, chunk.length)
    const retried = results ? undefined : await splitAndRetry({ ...query, calls: chunk }, readDeployless)
    for (const [position, call] of chunk.entries()) {
      const result: DeploylessResult | undefined = results?.[position]
      if (result?.kind === 'truncated') truncated.push(call)
      else found[call.index] = result ? dataOf(result) : retried?.[position]
    }
  }
  for (const [position, { index }] of coins.entries())
    found[index] = readWord(answers[chunks.length + position])
  // Long results, such as metadata documents of NFTs, do not fit into the shared output.
  const long = await readBatches({ ...query, calls: truncated })
  for (const [position, { index }] of truncated.entries()) found[index] = long[position]
  return found
}

function dataOf(result: DeploylessResult): ContractAnswer {
  return result.kind === 'data' && result.data !== '0x' ? result.data : undefined
}
