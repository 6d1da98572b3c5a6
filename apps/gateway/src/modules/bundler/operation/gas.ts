import { encodeFunctionData, hexToBytes } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { packUserOperation } from './packUserOperation.ts'
import type { UserOperation } from './UserOperation.ts'

/** Gas for the account to check its signature, and for the paymaster to check its own. */
export const verificationGas = 70_000n
export const paymasterVerificationGas = 45_000n
const transactionGas = 21_000n
/**
 * Gas of the EntryPoint outside of what it measures: what the operator's own relayer is paid by the operator's paymaster, what other
 * bundlers ask for, and what paymasters of others pay, so that the relayer never pays for them.
 */
const overheadGas = { own: 5_000n, external: 20_000n, other: 40_000n }
const authorizationGas = 25_000n
/** Gas that the EntryPoint measures at least: account and paymaster check their signatures, and something is called. */
const leastMeasuredGas = 40_000n

/** Bytes of the own paymaster's data: two times and a signature. */
export const ownDataSize = 6 + 6 + 64

const filled = (bytes: number): Hex => `0x${'ff'.repeat(bytes)}`

/**
 * Returns the gas that the EntryPoint does not measure: of the transaction, its calldata, and an authorization. Numbers and signatures
 * that are not known yet count as if they had no zero bytes, so that it is the same before and after. Of much calldata with which little
 * is done, it is what the network charges beyond what is done (EIP-7623).
 *
 * @param otherDataSize bytes of the data of somebody else's paymaster; omitted if the own one pays
 */
export function preVerificationGasOf(
  operation: UserOperation,
  { isExternal, otherDataSize }: { isExternal: boolean; otherDataSize?: number | undefined },
): bigint {
  const most = 2n ** 32n - 1n
  const data = handleOpsData(
    {
      ...operation,
      callGasLimit: most,
      verificationGasLimit: most,
      preVerificationGas: most,
      maxFeePerGas: 2n ** 64n - 1n,
      maxPriorityFeePerGas: 2n ** 64n - 1n,
      paymasterVerificationGasLimit: most,
      paymasterPostOpGasLimit: 0n,
      paymaster: filled(20),
      paymasterData: filled(otherDataSize ?? ownDataSize),
      signature: filled(65),
    },
    filled(20),
  )
  const tokens = calldataTokens(data)
  const payer = isExternal ? 'external' : 'own'
  const overhead = overheadGas[otherDataSize === undefined ? payer : 'other']
  const usual = transactionGas + 4n * tokens + overhead + (operation.authorization ? authorizationGas : 0n)
  const floor = transactionGas + 10n * tokens - leastMeasuredGas
  return usual > floor ? usual : floor
}

/** Returns the gas limit of a transaction that executes an operation. The EntryPoint needs 1/64 more than it passes on. */
export function transactionGasOf(operation: UserOperation, data: Hex): bigint {
  const { callGasLimit, paymasterPostOpGasLimit } = operation
  const inner = ((callGasLimit + paymasterPostOpGasLimit + 10_000n) * 64n) / 63n
  const needed =
    operation.preVerificationGas +
    operation.verificationGasLimit +
    operation.paymasterVerificationGasLimit +
    inner +
    60_000n
  // Nodes refuse less than the floor of EIP-7623.
  const floor =
    transactionGas + 10n * calldataTokens(data) + (operation.authorization ? authorizationGas : 0n)
  return needed > floor ? needed : floor
}

/** Returns the calldata that executes one operation and pays the beneficiary. */
export function handleOpsData(operation: UserOperation, beneficiary: Hex): Hex {
  return encodeFunctionData({
    abi: entryPoint.abi,
    functionName: 'handleOps',
    args: [[packUserOperation(operation)], beneficiary],
  })
}

/** One for each zero byte, four for each other (EIP-7623). */
function calldataTokens(data: Hex): bigint {
  let tokens = 0n
  for (const byte of hexToBytes(data)) tokens += byte === 0 ? 1n : 4n
  return tokens
}
