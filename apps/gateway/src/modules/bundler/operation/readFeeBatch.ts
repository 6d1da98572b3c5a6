import { decodeAbiParameters, encodeAbiParameters, sliceHex } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { type ExecutedCall, readExecute } from './readExecute.ts'

/** A batch whose fee is paid in a token. */
export type FeeBatch = { token: Hex; collector: Hex; amount: bigint; calls: readonly ExecutedCall[] }

export const transferSelector = '0xa9059cbb'
export const transferParameters = [{ type: 'address' }, { type: 'uint256' }] as const

/**
 * Reads the one form of a batch that pays in a token; undefined if it is anything else: a transfer of the token, and then the account's
 * call to itself that tries the visitor's calls. These succeed together or fail together, and the fee is paid either way.
 *
 * `execute(batch, [token.transfer(collector, amount), account.execute(try, account.execute(batch, calls))])`
 */
export function readFeeBatch({ callData, sender }: { callData: Hex; sender: Hex }): FeeBatch | undefined {
  const batch = readExecute(callData)
  if (!batch || batch.isTry || batch.calls.length !== 2) return undefined
  const [pay, attempt] = batch.calls as [ExecutedCall, ExecutedCall]
  const paid = readTransfer(pay)
  const tried = readOwn(attempt, sender)
  if (!paid || !tried?.isTry || tried.calls.length !== 1) return undefined
  const calls = readOwn(tried.calls[0] as ExecutedCall, sender)
  if (!calls || calls.isTry) return undefined
  return { token: pay.target, ...paid, calls: calls.calls }
}

/** Reads a call of the account to itself. */
function readOwn({ target, value, callData }: ExecutedCall, sender: Hex) {
  return target === sender && value === 0n ? readExecute(callData) : undefined
}

function readTransfer({ value, callData }: ExecutedCall): { collector: Hex; amount: bigint } | undefined {
  if (value !== 0n || !callData.startsWith(transferSelector) || callData.length !== 2 + 2 * 68)
    return undefined
  const [collector, amount] = decodeAbiParameters(transferParameters, sliceHex(callData, 4))
  if (encodeAbiParameters(transferParameters, [collector, amount]) !== sliceHex(callData, 4)) return undefined
  return { collector: collector.toLowerCase() as Hex, amount }
}
