import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { delegationPrefix } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import { isRevert } from '../isRevert.ts'

/** Calls that only tokens and NFTs answer: `decimals()`, `balanceOf(account)`, and ERC-165 for ERC-721 and ERC-1155. */
const decimals = '0x313ce567'
const balanceOf = '0x70a08231'
const interfaces = ['0x80ac58cd', '0xd9b67a26']

/**
 * Reads whether an address is a contract that a permission may call: none where nothing is, or an account, a token or a collection of NFTs
 * is, whatever their functions are called.
 *
 * @throws {RpcError} if the node does not answer
 */
export async function readTarget({
  rpc,
  chainId,
  address,
  target,
}: {
  rpc: Rpc
  chainId: string
  address: Hex
  target: Hex
}): Promise<'contract' | 'token' | 'none'> {
  const code = await rpc(chainId, 'eth_getCode', [target, 'latest'])
  if (typeof code !== 'string')
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The code of the contract could not be read.',
    })
  // An account with the code of another contract (EIP-7702).
  if (code === '0x' || code.toLowerCase().startsWith(delegationPrefix)) return 'none'
  const word = (value: string) => value.slice(2).toLowerCase().padStart(64, '0')
  const answers = await Promise.all([
    ask(decimals),
    ask(`${balanceOf}${word(address)}`),
    ...interfaces.map((id) => ask(`0x01ffc9a7${id.slice(2).padEnd(64, '0')}`)),
  ])
  const [hasDecimals, hasBalance, ...supports] = answers
  const isToken =
    hasDecimals !== undefined || hasBalance !== undefined || supports.some((value) => value === 1n)
  return isToken ? 'token' : 'contract'

  /** Returns the word of the answer; undefined if the contract has no such function. */
  async function ask(data: string): Promise<bigint | undefined> {
    try {
      const answer = await rpc(chainId, 'eth_call', [{ to: target, data }, 'latest'])
      return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : undefined
    } catch (error) {
      if (isRevert(error)) return undefined
      throw error
    }
  }
}
