import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Rpc } from '../../session/createGatewayAccess.ts'

const abi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/** Reads the next nonce of an account at the EntryPoint, of the same key as a nonce. */
export async function readNextNonce(
  { rpc, chainId, address }: { rpc: Rpc; chainId: string; address: Hex },
  nonce: bigint,
): Promise<bigint> {
  const data = encodeFunctionData({ abi, args: [address, nonce >> 64n] })
  const next = await rpc(chainId, 'eth_call', [{ to: delegatorContracts.EntryPoint, data }, 'latest'])
  if (typeof next === 'string' && /^0x[0-9a-fA-F]{64}$/.test(next)) return BigInt(next)
  throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message: 'The nonce could not be read.' })
}
