import type { RpcClient } from '@portico/core'
import { readProperty } from '@portico/protocol'
import type { WrittenCall } from '@portico/protocol/swaps'
import { readQuantity } from '../transfers/readQuantity.ts'

/** What one call of a rehearsal returned. */
export interface CallResult {
  isOk: boolean
  gas: bigint
  /** The last word of the returned data; 0n if it is shorter. */
  lastWord: bigint
}

/** Contracts that exist only in a rehearsal, with their code by address. */
export type ExtraCode = Readonly<Record<string, string>>

/**
 * Runs calls of an account one after the other in a simulated block.
 *
 * @throws {RpcError} if the node does not support that
 * @see https://ethereum.github.io/execution-apis/api-documentation (eth_simulateV1)
 */
export async function simulateCalls({
  client,
  account,
  calls,
  code,
}: {
  client: RpcClient
  account: string
  calls: readonly WrittenCall[]
  code: ExtraCode
}): Promise<readonly CallResult[]> {
  const block = {
    calls: calls.map(({ to, data, value }) => ({
      ...{ from: account, to, data, value: `0x${value.toString(16)}` },
    })),
    stateOverrides: Object.fromEntries(
      Object.entries(code).map(([address, bytes]) => [address, { code: bytes }]),
    ),
  }
  const params = [{ blockStateCalls: [block], traceTransfers: false, validation: false }, 'latest']
  const answer = await client.request({ method: 'eth_simulateV1', params })
  const results = readProperty(readProperty(answer, '0'), 'calls')
  return (Array.isArray(results) ? results : []).map((result: unknown) => {
    const data = `${readProperty(result, 'returnData')}`
    return {
      isOk: readProperty(result, 'status') === '0x1',
      gas: readQuantity(readProperty(result, 'gasUsed')),
      lastWord: /^0x[0-9a-f]{64,}$/i.test(data) ? BigInt(`0x${data.slice(-64)}`) : 0n,
    }
  })
}
