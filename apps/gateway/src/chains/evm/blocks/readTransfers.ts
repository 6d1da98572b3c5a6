import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { UserOperation } from '../../shared/activity/UserOperation.ts'
import type { Chain } from '../../shared/Chain.ts'
import { decodeOperation } from '../batches/decodeOperation.ts'
import { userOperationTopic } from '../batches/readOperationResults.ts'
import { decodeTransfers, type NodeLog, topics } from './decodeTransfers.ts'
import type { Interval } from './intervals.ts'

/**
 * Reads the token transfers and user operations of an account in a block range. Four log filters by topic, without a contract
 * address, so that all tokens are found.
 *
 * @throws {RpcError | UpstreamsFailedError} also if the range is too large for the upstream.
 */
export async function readTransfers({
  chain,
  account,
  range,
  deadline,
}: {
  chain: Chain
  account: string
  range: Interval
  deadline: number
}): Promise<{ transfers: TokenTransfer[]; operations: UserOperation[] }> {
  const accountTopic = `0x${account.slice(2).padStart(64, '0')}`
  const { transfer, transferSingle, transferBatch, deposit, withdrawal } = topics
  const filters = [
    [[transfer, deposit, withdrawal], accountTopic],
    // The account is the second indexed value of both events.
    [[transfer, userOperationTopic], null, accountTopic],
    [[transferSingle, transferBatch], null, accountTopic],
    [[transferSingle, transferBatch], null, null, accountTopic],
  ]
  const fromBlock = `0x${range.from.toString(16)}`
  const toBlock = `0x${range.to.toString(16)}`
  const answers = await Promise.all(
    filters.map((topics) =>
      chain.request({ method: 'eth_getLogs', params: [{ fromBlock, toBlock, topics }] }, { deadline }),
    ),
  )
  const seen = new Map<string, TokenTransfer>()
  const operations: UserOperation[] = []
  for (const log of answers.flatMap((answer) => (Array.isArray(answer) ? answer : [])) as NodeLog[]) {
    if (log.removed || !log.blockHash) continue
    const operation = decodeOperation(log)
    const isOwn = operation?.sender === account
    if (isOwn && operation.blockNumber >= range.from && operation.blockNumber <= range.to)
      operations.push(operation)
    for (const transfer of decodeTransfers(log)) {
      const isOurs = transfer.sender === account || transfer.recipient === account
      const isInRange = transfer.blockNumber >= range.from && transfer.blockNumber <= range.to
      // Two filters find a transfer to oneself.
      if (isOurs && isInRange)
        seen.set(`${transfer.blockNumber}.${transfer.logIndex}.${transfer.subIndex}`, transfer)
    }
  }
  return { transfers: [...seen.values()], operations }
}
