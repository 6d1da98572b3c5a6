import { delegationPrefix } from '@portico/protocol/smartAccount'
import type { BlockTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { Chain } from '../../shared/Chain.ts'
import { mayBeBatch } from './mayBeBatch.ts'
import { entryPoint } from './readOperationResults.ts'

const zero = /^0x0*$/

/**
 * Reads whether accounts had code when they called themselves. Without code, the calls of a batch are only data that the account has
 * signed: nothing happens. An authorization in the transaction itself decides; otherwise the state of its block, which not every node
 * has.
 *
 * @returns by hash; batches whose state is unknown are missing.
 */
export async function readCodes({
  chain,
  transactions,
  deadline,
}: {
  chain: Chain
  transactions: readonly (BlockTransaction | undefined)[]
  deadline: number
}): Promise<Map<string, boolean>> {
  const batches = transactions
    .filter((one) => one !== undefined)
    .filter((one) => one.recipient !== entryPoint && mayBeBatch(one))
  const found = new Map(
    batches.flatMap(({ hash, delegate }) => (delegate ? [[hash, !zero.test(delegate)] as const] : [])),
  )
  const open = batches.filter(({ hash }) => !found.has(hash))
  const answers =
    open.length === 0
      ? []
      : await chain.requestMany(
          open.map(({ sender, blockNumber }) => ({
            method: 'eth_getCode',
            params: [sender, `0x${blockNumber.toString(16)}`],
          })),
          { deadline },
        )
  for (const [index, { hash }] of open.entries()) {
    const code = answers[index]
    if (typeof code === 'string') found.set(hash, code.startsWith(delegationPrefix))
  }
  return found
}
