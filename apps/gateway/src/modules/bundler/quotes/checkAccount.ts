import { delegationPrefix, delegatorContracts, smartAccountCode } from '@portico/protocol/smartAccount'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import type { NodeState } from '../node/readState.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

const implementation = delegatorContracts.EIP7702StatelessDeleGator.toLowerCase()

/**
 * Checks that an account has the code of smart accounts, or gets it with the operation, and that the nonces are the next ones. Who
 * signed the authorization is checked when the operation is sent: until then libraries have a placeholder.
 *
 * @throws {BundlerError}
 */
export function checkAccount({
  operation: { nonce, authorization },
  state: { sender, nonce: expected },
  chainId,
}: {
  operation: Pick<UserOperation, 'nonce' | 'authorization'>
  state: Pick<NodeState, 'sender' | 'nonce'>
  chainId: bigint
}): void {
  const reject = (message: string) => new BundlerError({ rpcCode: bundlerErrorCodes.rejected, message })
  if (nonce !== expected) throw reject(`AA25 invalid account nonce: the next one of its key is ${expected}.`)
  if (!authorization) {
    if (sender.code === smartAccountCode) return
    throw reject(
      'AA20 account not deployed: it does not delegate to the implementation, and there is no eip7702Auth.',
    )
  }
  if (sender.code !== '0x' && !sender.code.startsWith(delegationPrefix))
    throw reject('The sender is a contract.')
  if (authorization.address !== implementation || authorization.chainId !== chainId)
    throw reject(`The eip7702Auth must delegate to ${implementation}, on this chain only.`)
  if (sender.pending > sender.latest)
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.rejected,
      reason: 'account-busy',
      message: 'A transaction of the account is pending.',
    })
  if (authorization.nonce !== BigInt(sender.latest))
    throw reject(`The nonce of the eip7702Auth must be ${sender.latest}.`)
}
