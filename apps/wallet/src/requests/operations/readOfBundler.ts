import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { BatchNetworks } from '../createBatchNetworks.ts'
import { askBundler, type OperationBundler } from './askBundler.ts'
import { noOperations } from './noOperations.ts'
import { sendsOperations } from './sendsOperations.ts'

/** What is answered where no user operations are sent: as for any that is not known (ERC-4337). */
const nothing: Readonly<Record<string, unknown>> = {
  eth_getUserOperationByHash: null,
  eth_getUserOperationReceipt: null,
  eth_supportedEntryPoints: [],
}

/**
 * Answers a method that reads user operations: from the bundler, never from a node.
 *
 * @throws {RpcError} the bundler's error; 4200 for an estimate where no operations are sent
 */
export async function readOfBundler(
  { batchNetworks, ...bundler }: OperationBundler & { batchNetworks: BatchNetworks },
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (await sendsOperations(batchNetworks, bundler.chainId))
    return method === 'eth_supportedEntryPoints'
      ? [delegatorContracts.EntryPoint]
      : askBundler(bundler, method, params)
  if (Object.hasOwn(nothing, method)) return nothing[method]
  throw noOperations(bundler.chainId)
}
