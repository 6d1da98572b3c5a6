import { numberToHex } from 'viem/utils'
import type { UserOperation } from './UserOperation.ts'

/** Writes an operation as JSON-RPC has it (ERC-7769). */
export function toRpcUserOperation(operation: UserOperation): Record<string, unknown> {
  const { authorization, ...fields } = operation
  return {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? numberToHex(value) : value,
      ]),
    ),
    ...(authorization && {
      eip7702Auth: {
        ...authorization,
        chainId: numberToHex(authorization.chainId),
        nonce: numberToHex(authorization.nonce),
        yParity: numberToHex(authorization.yParity),
      },
    }),
  }
}
