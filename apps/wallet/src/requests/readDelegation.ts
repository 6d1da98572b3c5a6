import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { delegationPrefix, delegatorContracts, smartAccountCode } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Rpc } from '../session/createGatewayAccess.ts'

const delegation = new RegExp(`^${delegationPrefix}([0-9a-f]{40})$`)

/** Why an account with the code of another wallet makes no batches. The code is never replaced. */
export const foreignCode = {
  reason:
    'The account has the code of another wallet on this network, so this wallet cannot make several calls at once.',
  rpcCode: rpcErrorCodes.atomicityNotSupported,
}

type Account = { rpc: Rpc; chainId: string; address: Hex }

/**
 * Reads whether the account was upgraded on a network: not yet, or already, or by another wallet to another contract.
 *
 * @throws {RpcError} if the code cannot be read
 */
export async function readDelegation(account: Account): Promise<'none' | 'own' | 'foreign'> {
  const code = await readCode(account)
  if (code === '0x') return 'none'
  return code.toLowerCase() === smartAccountCode ? 'own' : 'foreign'
}

/**
 * Reads the contract whose code the account has on a network (EIP-7702); undefined if it has none, or code of its own.
 *
 * @throws {RpcError} if the code cannot be read
 */
export async function readDelegate(
  account: Account,
): Promise<{ of: 'own' | 'foreign'; contract: Hex } | undefined> {
  const code = (await readCode(account)).toLowerCase()
  if (code === smartAccountCode) return { of: 'own', contract: delegatorContracts.EIP7702StatelessDeleGator }
  const [, contract] = delegation.exec(code) ?? []
  return contract === undefined ? undefined : { of: 'foreign', contract: `0x${contract}` }
}

async function readCode({ rpc, chainId, address }: Account): Promise<string> {
  const code = await rpc(chainId, 'eth_getCode', [address, 'latest'])
  if (typeof code === 'string') return code
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The code of the account could not be read.',
  })
}
