import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Rpc } from '../session/createGatewayAccess.ts'

/** The code of an account that was upgraded (EIP-7702). */
export const delegationCode: Hex = `0xef0100${delegatorContracts.EIP7702StatelessDeleGator.slice(2).toLowerCase()}`

/** Why an account with the code of another wallet makes no batches. The code is never replaced. */
export const foreignCode = {
  reason:
    'The account has the code of another wallet on this network, so this wallet cannot make several calls at once.',
  rpcCode: rpcErrorCodes.atomicityNotSupported,
}

/**
 * Reads whether the account was upgraded on a network: not yet, or already, or by another wallet to another contract.
 *
 * @throws {RpcError} if the code cannot be read
 */
export async function readDelegation({
  rpc,
  chainId,
  address,
}: {
  rpc: Rpc
  chainId: string
  address: Hex
}): Promise<'none' | 'own' | 'foreign'> {
  const code = await rpc(chainId, 'eth_getCode', [address, 'latest'])
  if (typeof code !== 'string')
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The code of the account could not be read.',
    })
  if (code === '0x') return 'none'
  return code.toLowerCase() === delegationCode ? 'own' : 'foreign'
}
