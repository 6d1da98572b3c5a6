import { RpcError } from '@portico/protocol'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { readExecute } from '../operation/readExecute.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

const timeoutMs = 5000

/**
 * Checks that the token of a fee moves: some tokens return false instead of failing, which the account does not notice.
 *
 * @throws {BundlerError} `would-revert`
 */
export async function checkTransfer({
  chain,
  operation: { sender, callData },
}: {
  chain: Chain
  operation: Pick<UserOperation, 'sender' | 'callData'>
}): Promise<void> {
  const pay = readExecute(callData)?.calls[0]
  const params = [{ from: sender, to: pay?.target, data: pay?.callData }, 'latest']
  const [result] = await chain.requestMany([{ method: 'eth_call', params }], {
    deadline: Date.now() + timeoutMs,
  })
  if (!(result instanceof RpcError) && isTrue(result as Hex)) return
  throw new BundlerError({
    rpcCode: bundlerErrorCodes.reverted,
    reason: 'would-revert',
    message: 'The fee cannot be transferred.',
  })
}

/** Tokens return true, or nothing (ERC-20, and those from before it). */
const isTrue = (result: Hex): boolean =>
  result === '0x' || (/^0x[0-9a-f]{64}$/i.test(result) && BigInt(result) === 1n)
