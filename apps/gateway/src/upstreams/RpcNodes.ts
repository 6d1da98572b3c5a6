import type { Pipeline } from './createPipeline.ts'

/** What answers JSON-RPC for a network: nodes, with or without a cache before them. */
export type RpcNodes = Pick<Pipeline, 'chain' | 'send' | 'kept'>
