import { RpcError } from '@portico/protocol'
import { smartAccountCode } from '@portico/protocol/smartAccount'
import { encodeFunctionData } from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../../chains/shared/upstreams/UpstreamsFailedError.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { entryPoint } from './entryPoint.ts'

/** What a node says about an operation, all from one upstream. */
export type NodeState = {
  block: number
  /** Seconds since the epoch. */
  timestamp: number
  baseFee: bigint
  /** The tip that the node suggests. */
  priorityFee: bigint
  sender: { code: string; latest: number; pending: number }
  /** The nonce that the EntryPoint expects for the operation's key. */
  nonce: bigint
  deposit: bigint
  /** Balance of the relayer; undefined with an external bundler. */
  relayerBalance: bigint | undefined
  /** Gas of the calls, as if the EntryPoint made a transaction of it; or why they fail. */
  callGas: bigint | RpcError
}

/**
 * Reads what decides about an operation, and executes its calls with the code of a smart account.
 *
 * @param callData what is executed: the operation's own, or one in whose place a failure is seen.
 * @throws {BundlerError} `paused` if no node answers
 */
export async function readState({
  chain,
  sender,
  nonce,
  callData,
  paymaster,
  relayer,
  deadline,
}: {
  chain: Chain
  sender: Hex
  nonce: bigint
  callData: Hex
  paymaster: Hex
  relayer: Hex | undefined
  deadline: number
}): Promise<NodeState> {
  const view = (data: Hex) => ({
    method: 'eth_call',
    params: [{ to: entryPoint.address, data }, 'latest'],
  })
  const { abi } = entryPoint
  const balanceOf = encodeFunctionData({ abi, functionName: 'balanceOf', args: [paymaster] })
  const getNonce = encodeFunctionData({ abi, functionName: 'getNonce', args: [sender, nonce >> 64n] })
  const calls = [
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_maxPriorityFeePerGas', params: [] },
    { method: 'eth_getCode', params: [sender, 'latest'] },
    { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
    { method: 'eth_getTransactionCount', params: [sender, 'pending'] },
    view(getNonce),
    view(balanceOf),
    {
      method: 'eth_estimateGas',
      params: [
        { from: entryPoint.address, to: sender, data: callData },
        'latest',
        { [sender]: { code: smartAccountCode } },
      ],
    },
    ...(relayer === undefined ? [] : [{ method: 'eth_getBalance', params: [relayer, 'latest'] }]),
  ]
  try {
    const [block, tip, code, latest, pending, expected, deposit, gas, balance] = await chain.requestMany(
      calls,
      {
        deadline,
      },
    )
    const { number, timestamp, baseFeePerGas } = (block ?? {}) as Record<string, unknown>
    const baseFee = quantity(baseFeePerGas)
    return {
      block: Number(quantity(number)),
      timestamp: Number(quantity(timestamp)),
      baseFee,
      // Not every node suggests one.
      priorityFee: tip instanceof RpcError ? baseFee / 10n : quantity(tip),
      sender: {
        code: text(code).toLowerCase(),
        latest: Number(quantity(latest)),
        pending: Number(quantity(pending)),
      },
      nonce: quantity(expected),
      deposit: quantity(deposit),
      relayerBalance: relayer === undefined ? undefined : quantity(balance),
      callGas: gas instanceof RpcError ? gas : quantity(gas),
    }
  } catch (cause) {
    if (!(cause instanceof UpstreamsFailedError || cause instanceof RpcError || cause instanceof TypeError))
      throw cause
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.rejected,
      reason: 'paused',
      message: 'No node of the network answers at the moment.',
      cause,
    })
  }
}

/** @throws {RpcError} of the node, or TypeError if it returned something else */
function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw value instanceof RpcError ? value : new TypeError('The upstream returned no quantity.')
}

function text(value: unknown): string {
  if (typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)) return value
  throw value instanceof RpcError ? value : new TypeError('The upstream returned no code.')
}
