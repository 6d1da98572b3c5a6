import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Rpc } from '../../session/createGatewayAccess.ts'

const abi = parseAbi([
  'function currentNonce(address delegationManager, address delegator)',
  'function disabledDelegations(bytes32 delegationHash)',
])

/** Reads from a network what decides about permissions. Each throws if the node does not answer with a word. */
export const permissionChain = {
  /** The account's number, which its valid permissions have. Raising it ends them all. */
  readNonce({ rpc, chainId, address }: { rpc: Rpc; chainId: string; address: Hex }): Promise<bigint> {
    const args = [delegatorContracts.DelegationManager, address] as const
    const data = encodeFunctionData({ abi, functionName: 'currentNonce', args })
    return readWord({ rpc, chainId, to: enforcerContracts.NonceEnforcer, data })
  },

  /** Whether one permission was revoked. */
  async readIsDisabled({ rpc, chainId, hash }: { rpc: Rpc; chainId: string; hash: Hex }): Promise<boolean> {
    const data = encodeFunctionData({ abi, functionName: 'disabledDelegations', args: [hash] })
    return (await readWord({ rpc, chainId, to: delegatorContracts.DelegationManager, data })) !== 0n
  },
}

async function readWord({
  rpc,
  chainId,
  to,
  data,
}: {
  rpc: Rpc
  chainId: string
  to: Hex
  data: Hex
}): Promise<bigint> {
  const answer = await rpc(chainId, 'eth_call', [{ to, data }, 'latest'])
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer)) return BigInt(answer)
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The permissions of the account could not be read.',
  })
}
