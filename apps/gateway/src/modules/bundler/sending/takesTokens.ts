import { topics } from '../../../chains/evm/blocks/decodeTransfers.ts'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { readLogs } from '../../simulate/readNode.ts'
import type { SimulatedLog } from '../../simulate/Simulated.ts'

type NodeCall = { from: string; to: string; data: Hex; gas?: Hex }

/**
 * Whether the account loses tokens when an operation is executed that it does not lose by its own calls: a paymaster that was allowed to
 * take tokens before takes its fee in them. Undefined if no node simulates it (`eth_simulateV1`).
 *
 * @param bundle the transaction that executes the operation
 * @param own the account's calls alone
 */
export async function takesTokens({
  chain,
  sender,
  bundle,
  own,
  overrides,
  deadline,
}: {
  chain: Chain
  sender: Hex
  bundle: NodeCall
  own: NodeCall
  /** Code that accounts will have, by address. */
  overrides: object
  deadline: number
}): Promise<boolean | undefined> {
  const results = await chain.requestMany(
    [bundle, own].map((call) => ({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ calls: [call], stateOverrides: overrides }] }, 'latest'],
    })),
    { deadline },
  )
  const [all, expected] = results.map((answer) => readLosses(answer, sender))
  if (!all || !expected) return undefined
  return all.some((loss) => {
    const index = expected.indexOf(loss)
    if (index >= 0) expected.splice(index, 1)
    return index < 0
  })
}

/** Lists what leaves an account in a simulated block of one call, as texts that can be compared; undefined if it did not succeed. */
function readLosses(answer: unknown, account: Hex): string[] | undefined {
  const [block] = Array.isArray(answer) ? answer : []
  const [call] = Array.isArray(block?.calls) ? block.calls : []
  if (call?.status !== '0x1') return undefined
  return readLogs(call.logs)
    .filter((log) => leaves(log, account))
    .map(({ address, topics, data }) => [address, ...topics, data.toLowerCase()].join())
}

function leaves({ topics: [event, first, second] }: SimulatedLog, account: Hex): boolean {
  const isBatch = event === topics.transferSingle || event === topics.transferBatch
  const from = event === topics.transfer ? first : isBatch ? second : undefined
  return from !== undefined && `0x${from.slice(-40)}` === account
}
