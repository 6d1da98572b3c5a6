import { RpcError } from '@portico/protocol'
import { decodeErrorResult } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { entryPoint } from './entryPoint.ts'

/** Returns the data of a revert in an error of a node; `0x` if there is none. */
export function readRevertData(error: RpcError): Hex {
  const { data } = error
  const text = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  return typeof text === 'string' && /^0x([0-9a-f]{2})*$/i.test(text) ? (text.toLowerCase() as Hex) : '0x'
}

/** Returns why the EntryPoint refused an operation, from the error of `handleOps`. */
export function readFailedOp(error: unknown): BundlerError {
  if (!(error instanceof RpcError))
    return new BundlerError({
      rpcCode: bundlerErrorCodes.rejected,
      reason: 'paused',
      message: 'No node of the network answers at the moment.',
      cause: error,
    })
  const message = failedOpReason(readRevertData(error))
  if (message === undefined)
    return new BundlerError({
      rpcCode: bundlerErrorCodes.rejected,
      message: 'The operation cannot be executed.',
      cause: error,
    })
  const code = Object.entries(codes).find(([prefix]) => message.startsWith(prefix))?.[1]
  const { rpcCode, reason } = code ?? { rpcCode: bundlerErrorCodes.rejected, reason: undefined }
  return new BundlerError({ rpcCode, ...(reason && { reason }), message, cause: error })
}

/** By the beginning of the EntryPoint's text; the longer one first. */
const codes = {
  AA22: { rpcCode: bundlerErrorCodes.outOfTime, reason: undefined },
  AA24: { rpcCode: bundlerErrorCodes.invalidSignature, reason: undefined },
  AA31: { rpcCode: bundlerErrorCodes.depositTooLow, reason: 'sponsor-empty' },
  AA32: { rpcCode: bundlerErrorCodes.outOfTime, reason: undefined },
  AA34: { rpcCode: bundlerErrorCodes.invalidSignature, reason: undefined },
  AA3: { rpcCode: bundlerErrorCodes.rejectedByPaymaster, reason: undefined },
} as const

function failedOpReason(data: Hex): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint.abi, data })
    return errorName === 'FailedOp' || errorName === 'FailedOpWithRevert' ? String(args?.[1]) : undefined
  } catch {
    return undefined
  }
}
