import type { NamespaceSwaps, SwapOrder } from '@portico/core'
import type { SolanaNode } from '../node/createNode.ts'

/** What preparing a swap needs. */
export interface PrepareSwapParameters {
  node: SolanaNode
  order: SwapOrder
  fetchTransaction: Parameters<NamespaceSwaps['prepare']>[0]['fetchTransaction']
}
