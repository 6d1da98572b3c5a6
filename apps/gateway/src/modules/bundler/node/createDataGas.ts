import { RpcError } from '@portico/protocol'
import {
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  keccak256,
  parseAbi,
  size,
  slice,
  toHex,
} from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../../chains/shared/upstreams/UpstreamsFailedError.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { handleOpsData, ownDataSize } from '../operation/gas.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { NodeState } from './readState.ts'

/**
 * Returns the gas that an operation must pay for because a rollup charges the relayer's transaction for its data; 0 on other networks.
 *
 * @throws {BundlerError} `paused` if the network does not say what it charges: nothing is sent there at a loss
 */
export type ReadDataGas = (operation: UserOperation, state: NodeState) => Promise<bigint>

/** How a rollup says what it charges for the data of a transaction. */
type Rollup =
  /** In wei, in addition to the gas: the OP stack and Scroll. */
  | { kind: 'oracle'; oracle: Hex }
  /** As gas that executing does not use: Arbitrum. */
  | { kind: 'arbitrum' }
  | { kind: 'none' }

const oracles: readonly Hex[] = [
  '0x420000000000000000000000000000000000000F',
  '0x5300000000000000000000000000000000000002',
]
/** A precompile of Arbitrum, and the interface of its nodes, which has no code. */
const arbSys: Hex = '0x0000000000000000000000000000000000000064'
const nodeInterface: Hex = '0x00000000000000000000000000000000000000C8'
const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gas, uint256 baseFee, uint256 l1BaseFee)',
])
/** Bytes of a signed transaction beside its calldata, and of an authorization in it. */
const envelopeSize = { transaction: 130, authorization: 110 }
/** Gas of an operation beside its calls. */
const otherGas = 250_000n
const timeoutMs = 5000

/** Creates the function that reads what the data of operations cost on one network. */
export function createDataGas({ chain }: { chain: Chain }): ReadDataGas {
  let known: Rollup | undefined

  async function findRollup(): Promise<Rollup> {
    const addresses = [...oracles, arbSys]
    const answers = await chain.requestMany(
      addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
      { deadline: Date.now() + timeoutMs },
    )
    const failed = answers.find((answer) => answer instanceof RpcError)
    if (failed) throw failed
    // What is found is believed until the process ends, so an answer that says nothing must not mean that data is free.
    if (!answers.every(isCode)) throw new TypeError('The upstream returned no code.')
    const found = addresses[answers.findIndex((code) => code.length > 2)]
    if (!found) return { kind: 'none' }
    return found === arbSys ? { kind: 'arbitrum' } : { kind: 'oracle', oracle: found }
  }

  async function ask(to: Hex, data: Hex): Promise<Hex> {
    const answer = await chain.request(
      { method: 'eth_call', params: [{ to, data }, 'latest'] },
      { deadline: Date.now() + timeoutMs },
    )
    return answer as Hex
  }

  async function read<Name extends 'getL1Fee' | 'getOperatorFee'>(
    oracle: Hex,
    functionName: Name,
    arg: Name extends 'getL1Fee' ? Hex : bigint,
  ): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName, args: [arg] } as never)
    return decodeFunctionResult({ abi, functionName, data: await ask(oracle, data) } as never) as bigint
  }

  async function readGas(operation: UserOperation, state: NodeState): Promise<bigint> {
    known ??= await findRollup()
    if (known.kind === 'none') return 0n
    const data = dataOf(operation)
    if (known.kind === 'arbitrum') {
      const functionName = 'gasEstimateL1Component'
      const question = encodeFunctionData({ abi, functionName, args: [operation.sender, false, data] })
      return decodeFunctionResult({ abi, functionName, data: await ask(nodeInterface, question) })[0]
    }
    const { callGas } = state
    const gas = otherGas + (callGas instanceof RpcError ? 0n : callGas)
    const [fee, operatorFee] = await Promise.all([
      read(known.oracle, 'getL1Fee', data),
      read(known.oracle, 'getOperatorFee', gas).catch((error) => {
        if (error instanceof UpstreamsFailedError) throw error
        // Older oracles have none.
        return 0n
      }),
    ])
    const price = priceOf(operation, state)
    return (fee + operatorFee + price - 1n) / price
  }

  return async (operation, state) => {
    try {
      return await readGas(operation, state)
    } catch (cause) {
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejected,
        reason: 'paused',
        message: 'No node says what the network charges for data.',
        cause,
      })
    }
  }
}

const isCode = (answer: unknown): answer is Hex =>
  typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer)

/** What the relayer is paid for each gas. */
function priceOf({ maxFeePerGas, maxPriorityFeePerGas }: UserOperation, state: NodeState): bigint {
  const { baseFee, priorityFee } = state
  const wanted = baseFee + (maxFeePerGas === 0n ? priorityFee : maxPriorityFeePerGas)
  const price = maxFeePerGas !== 0n && maxFeePerGas < wanted ? maxFeePerGas : wanted
  return price > 0n ? price : 1n
}

/**
 * Returns about the bytes that are charged: rollups count them compressed, so what is not known yet, mostly signatures, must not be
 * compressible either.
 */
function dataOf(operation: UserOperation): Hex {
  const paymasterSize = size(operation.paymasterData) || ownDataSize
  const calldata = handleOpsData(
    { ...operation, signature: noise(65), paymaster: noise(20), paymasterData: noise(paymasterSize) },
    noise(20),
  )
  const { transaction, authorization } = envelopeSize
  return concatHex([calldata, noise(transaction + (operation.authorization ? authorization : 0))])
}

/** Bytes that look random, and are always the same. */
function noise(bytes: number): Hex {
  const words = Array.from({ length: Math.ceil(bytes / 32) }, (_, index) => keccak256(toHex(index)))
  return slice(concatHex(words), 0, bytes)
}
