import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, isHex, parseAbi, size } from 'viem/utils'
import type { Chain, ChainCall, Hex } from '../../chains/shared/Chain.ts'

const abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/** What pays for operations on one network, in wei. */
export type SponsorBalances = {
  /** What the paymaster has at the EntryPoint. */
  deposit: bigint
  /** What the relayer has; undefined where somebody else's bundler sends operations. */
  relayer: bigint | undefined
}

/**
 * Reads the deposit of a paymaster, and the balance of the relayer if there is one.
 *
 * @param deadline epoch milliseconds
 * @throws {RpcError | UpstreamsFailedError} if no upstream answered, {Error} if the network has no EntryPoint
 */
export async function readSponsorBalances({
  chain,
  paymaster,
  relayer,
  deadline,
}: {
  chain: Pick<Chain, 'requestMany'>
  paymaster: Hex
  relayer: Hex | undefined
  deadline?: number | undefined
}): Promise<SponsorBalances> {
  const data = encodeFunctionData({ abi, args: [paymaster] })
  const calls: ChainCall[] = [
    { method: 'eth_call', params: [{ to: delegatorContracts.EntryPoint, data }, 'latest'] },
  ]
  if (relayer) calls.push({ method: 'eth_getBalance', params: [relayer, 'latest'] })
  const [deposit, balance] = await chain.requestMany(calls, { deadline })
  return { deposit: readDeposit(deposit), relayer: relayer && readAmount(balance) }
}

function readDeposit(result: unknown): bigint {
  if (result === '0x') throw new Error('The network has no EntryPoint 0.7.')
  if (isHex(result) && size(result) !== 32) throw new Error('An upstream returned no deposit.')
  return readAmount(result)
}

function readAmount(result: unknown): bigint {
  if (result instanceof Error) throw result
  if (!isHex(result) || result === '0x') throw new Error('An upstream returned no balance.')
  return BigInt(result)
}
