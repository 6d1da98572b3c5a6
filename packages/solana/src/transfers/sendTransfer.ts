import type { Endpoint, SentTransaction, TransferPlan } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import { compileMessage } from '../messages/compileMessage.ts'
import type { Instruction } from '../messages/Instruction.ts'
import { toUnsignedTransaction } from '../messages/toUnsignedTransaction.ts'
import { createNode } from '../node/createNode.ts'
import { sendWithWallet } from '../node/sendWithWallet.ts'

/**
 * Has the wallet sign and send a planned transfer, with a recent blockhash: the visitor may have looked at the plan for longer than
 * a blockhash lasts.
 *
 * @throws {RpcError} −32602 for a plan that was refused; 4100 if the wallet has another account; otherwise with the wallet's code
 */
export async function sendTransfer({
  provider,
  plan: { transfer, refusal, request },
  commitment,
  ...endpoint
}: Endpoint & { provider: unknown; plan: TransferPlan; commitment: Commitment }): Promise<SentTransaction> {
  if (refusal)
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: `The transfer cannot be sent: ${refusal}.`,
    })
  const { from } = transfer
  const { blockhash, lastValidBlockHeight } = await createNode({ ...endpoint, commitment }).getBlockhash()
  const message = compileMessage({ payer: from, instructions: request as Instruction[], blockhash })
  const wire = toUnsignedTransaction(message)
  return sendWithWallet({ ...endpoint, provider, commitment, from, wire, lastValidBlockHeight })
}
