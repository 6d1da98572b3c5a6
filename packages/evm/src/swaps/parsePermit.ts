import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { SwapPermit } from '@portico/protocol/swaps'

/**
 * Splits a wallet's signature of a permit, of 65 bytes, into what contracts take.
 *
 * @param parameters.deadline in seconds since 1970
 * @throws {RpcError} −32602 for a signature in another form, such as that of a smart account
 */
export function parsePermit({
  signature,
  deadline,
}: {
  signature: string | undefined
  deadline: bigint
}): SwapPermit {
  const [, r, s, last] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature ?? '') ?? []
  const v = Number(`0x${last}`)
  // Some hardware wallets return 0 or 1.
  const isRecovery = v === 0 || v === 1
  if (!isRecovery && v !== 27 && v !== 28)
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The wallet returned an invalid signature.',
    })
  return { deadline, v: isRecovery ? v + 27 : v, r: `0x${r}`, s: `0x${s}` }
}
