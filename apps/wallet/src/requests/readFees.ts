import { readProperty } from '@portico/protocol'
import type { Rpc } from '../session/createGatewayAccess.ts'

/** Fees per gas, in wei. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Priority fee if the upstream suggests none: 1.5 gwei, in wei. */
const defaultPriorityFee = 1_500_000_000n

/** Reads fees that are high enough for the next blocks. Those that the page requested are used as they are. */
export async function readFees({
  rpc,
  chainId,
  requested = {},
}: {
  rpc: Rpc
  chainId: string
  requested?: { [name in keyof Fees]?: bigint | undefined }
}): Promise<Fees> {
  const [block, tip] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false]),
    rpc(chainId, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
  ])
  const baseFee = readQuantity(readProperty(block, 'baseFeePerGas')) ?? 0n
  const priority = requested.maxPriorityFeePerGas ?? readQuantity(tip) ?? defaultPriorityFee
  const maxFeePerGas = requested.maxFeePerGas ?? baseFee * 2n + priority
  const isTooHigh = requested.maxPriorityFeePerGas === undefined && priority > maxFeePerGas
  return { maxFeePerGas, maxPriorityFeePerGas: isTooHigh ? maxFeePerGas : priority }
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}
