import { assertRequest, BaseError, type Hex } from 'viem'
import { RequestRefusedError } from './RequestRefusedError.ts'

/**
 * Checks addresses and fees of a transaction with viem's `assertRequest`.
 *
 * @throws {RequestRefusedError} for an invalid address, or a priority fee above the fee.
 */
export function assertTransaction(request: {
  account: Hex
  to: Hex | undefined
  maxFeePerGas: bigint | undefined
  maxPriorityFeePerGas: bigint | undefined
}): void {
  try {
    assertRequest(request)
  } catch (error) {
    if (error instanceof BaseError) throw new RequestRefusedError({ reason: error.shortMessage })
    throw error
  }
}
