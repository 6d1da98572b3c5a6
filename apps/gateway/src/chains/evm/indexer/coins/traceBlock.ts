import { BaseError } from '@portico/protocol'
import type { Chain, ChainCall } from '../../../shared/Chain.ts'

/** A call in the format of geth's `callTracer`. */
type Frame = {
  type: string
  from: string
  to?: string | undefined
  value?: string | undefined
  error?: string | undefined
  calls?: readonly Frame[] | undefined
}

/** A transfer of coins by a contract, within the transaction at `txIndex`. */
export type InnerTransfer = {
  txIndex: number
  trace: string
  sender: string
  recipient: string
  amount: bigint
}

const movingTypes = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/** The call that traces all transactions of a block. */
export function traceBlockCall(block: number): ChainCall {
  return { method: 'debug_traceBlockByNumber', params: [`0x${block.toString(16)}`, { tracer: 'callTracer' }] }
}

/**
 * Reads the coin transfers by contracts to or from an account in a block, except those that were reverted.
 *
 * @throws {RpcError | UpstreamsFailedError} if the block cannot be traced.
 */
export async function traceBlock({
  chain,
  account,
  block,
  deadline,
}: {
  chain: Chain
  account: string
  block: number
  deadline: number
}): Promise<InnerTransfer[]> {
  const answer = await chain.request(traceBlockCall(block), { deadline })
  if (!Array.isArray(answer)) throw new BaseError(`An upstream of ${chain.id} returned malformed traces.`)
  return (answer as { result?: Frame | undefined }[])
    .flatMap(({ result }, txIndex) =>
      result && !result.error ? innerOf(result, []).map((found) => ({ ...found, txIndex })) : [],
    )
    .filter(({ sender, recipient }) => sender === account || recipient === account)
}

function innerOf(frame: Frame, path: readonly number[]): Omit<InnerTransfer, 'txIndex'>[] {
  return (frame.calls ?? []).flatMap((call, index) => {
    // What a failed call did within it has not happened either.
    if (call.error) return []
    const at = [...path, index]
    const amount = BigInt(call.value ?? 0)
    const own =
      amount > 0n && movingTypes.has(call.type.toUpperCase())
        ? [
            {
              trace: at.join('.'),
              sender: call.from.toLowerCase(),
              recipient: (call.to ?? '').toLowerCase(),
              amount,
            },
          ]
        : []
    return [...own, ...innerOf(call, at)]
  })
}
