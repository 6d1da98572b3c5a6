import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { BatchNetworks } from '../createBatchNetworks.ts'
import { askBundler, type OperationBundler } from './askBundler.ts'
import { noOperations } from './noOperations.ts'
import { sendsOperations } from './sendsOperations.ts'

/** The answers on a network without user operations: those for an unknown operation (ERC-7769). */
const emptyAnswers: Readonly<Record<string, unknown>> = {
  eth_getUserOperationByHash: null,
  eth_getUserOperationReceipt: null,
  eth_supportedEntryPoints: [],
}

/**
 * Answers a method that reads user operations, from the bundler and never from a node.
 *
 * @throws {RpcError} the bundler's error; 4200 for an estimate where no operations are sent
 */
export async function readFromBundler(
  { batchNetworks, ...bundler }: OperationBundler & { batchNetworks: BatchNetworks },
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (await sendsOperations(batchNetworks, bundler.chainId))
    return method === 'eth_supportedEntryPoints'
      ? [delegatorContracts.EntryPoint]
      : askBundler(bundler, method, params)
  if (Object.hasOwn(emptyAnswers, method)) return emptyAnswers[method]
  throw noOperations(bundler.chainId)
}
