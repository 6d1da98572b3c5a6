import { BaseError, RpcError } from '@portico/protocol'
import type * as z from 'zod/mini'
import type { RpcNodes } from '../../upstreams/RpcNodes.ts'
import type { Network } from '../Family.ts'

/** One Solana network as its lists ask it. */
export type SolanaClient = Network & {
  /**
   * Asks the nodes; the answer is what the schema leaves of it.
   *
   * @throws {RpcError} the node's own error.
   * @throws {UpstreamsFailedError} if no node answered.
   * @throws {BaseError} if a node answered with something else.
   */
  ask<Schema extends z.ZodMiniType>(
    call: { method: string; params: readonly unknown[]; schema: Schema },
    options: { deadline: number },
  ): Promise<z.output<Schema>>
}

/** A Solana network over its nodes. */
export function createSolanaClient({ nodes }: { nodes: RpcNodes }): SolanaClient {
  return {
    id: nodes.chain,
    async ask({ method, params, schema }, { deadline }) {
      const answer = await nodes.send({ method, params: JSON.stringify(params) }, { deadline })
      if (answer.kind === 'error') {
        const { code, message, data } = answer.error
        throw new RpcError({ rpcCode: code, message, data })
      }
      const read = schema.safeParse(JSON.parse(answer.text, keepLarge))
      if (!read.success)
        throw new BaseError(`A node answered ${method} with something that is no answer to it.`, {
          metaMessages: [`Chain: ${nodes.chain}`, `At: ${read.error.issues[0]?.path.join('.')}`],
        })
      return read.data
    },
  }
}

/** Amounts are 64 bits wide, and a number of JavaScript has 53: what does not fit becomes a bigint. */
function keepLarge(_: string, value: unknown, context?: { source?: string }): unknown {
  const isLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
  return isLarge && /^\d{16,20}$/.test(context?.source ?? '') ? BigInt(context?.source as string) : value
}
