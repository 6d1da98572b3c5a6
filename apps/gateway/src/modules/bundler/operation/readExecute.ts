import { decodeAbiParameters, encodeAbiParameters, size, sliceHex } from 'viem/utils'
import { executions, readExecutions } from '../../../chains/evm/batches/readExecutions.ts'
import type { Hex } from '../../../chains/shared/Chain.ts'

/** One call that an account makes. */
export type ExecutedCall = { target: Hex; value: bigint; callData: Hex }

/** The calls of an `execute`. With `isTry`, they may fail without the operation failing. */
export type Execute = { calls: readonly ExecutedCall[]; isTry: boolean }

/** `execute(bytes32 mode, bytes executionCalldata)` of ERC-7579. */
export const executeSelector = '0xe9ae5c53'
const modes: Readonly<Record<string, { isBatch: boolean; isTry: boolean }>> = {
  [`0x0000${'0'.repeat(60)}`]: { isBatch: false, isTry: false },
  [`0x0001${'0'.repeat(60)}`]: { isBatch: false, isTry: true },
  [`0x0100${'0'.repeat(60)}`]: { isBatch: true, isTry: false },
  [`0x0101${'0'.repeat(60)}`]: { isBatch: true, isTry: true },
}
const maxCalls = 20

export const executeParameters = [{ type: 'bytes32' }, { type: 'bytes' }] as const

/**
 * Reads the calldata of an account's `execute`; undefined if it is anything else. Only the usual encoding is accepted: the contract
 * follows any offsets, so that another encoding could mean one thing here and another there.
 */
export function readExecute(callData: Hex): Execute | undefined {
  if (!callData.startsWith(executeSelector)) return undefined
  try {
    const encoded = sliceHex(callData, 4)
    const [mode, inner] = decodeAbiParameters(executeParameters, encoded)
    const kind = modes[mode]
    if (!kind || encodeAbiParameters(executeParameters, [mode, inner]) !== encoded) return undefined
    const calls = kind.isBatch ? readBatch(inner) : readSingle(inner)
    if (!calls || calls.length === 0 || calls.length > maxCalls) return undefined
    return { calls, isTry: kind.isTry }
  } catch {
    // Cannot be decoded.
    return undefined
  }
}

function readBatch(inner: Hex): ExecutedCall[] | undefined {
  const calls = readExecutions({ content: inner, maxCalls })
  if (!calls || encodeAbiParameters(executions, [calls]) !== inner) return undefined
  return calls.map(({ target, value, callData }) => ({
    target: target.toLowerCase() as Hex,
    value,
    callData,
  }))
}

function readSingle(inner: Hex): ExecutedCall[] | undefined {
  if (size(inner) < 52) return undefined
  return [
    {
      target: sliceHex(inner, 0, 20),
      value: BigInt(sliceHex(inner, 20, 52)),
      callData: size(inner) === 52 ? '0x' : sliceHex(inner, 52),
    },
  ]
}
