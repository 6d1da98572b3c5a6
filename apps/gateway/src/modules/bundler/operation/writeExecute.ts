import { concatHex, encodeAbiParameters } from 'viem/utils'
import { executions } from '../../../chains/evm/batches/readExecutions.ts'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { type ExecutedCall, executeParameters, executeSelector } from './readExecute.ts'

/**
 * Writes the calldata of an `execute` of several calls.
 *
 * @param isTry whether they may fail one by one; otherwise all succeed, or none.
 */
export function writeExecute(calls: readonly ExecutedCall[], { isTry = false } = {}): Hex {
  const mode: Hex = `0x01${isTry ? '01' : '00'}${'0'.repeat(60)}`
  const inner = encodeAbiParameters(executions, [calls])
  return concatHex([executeSelector, encodeAbiParameters(executeParameters, [mode, inner])])
}
