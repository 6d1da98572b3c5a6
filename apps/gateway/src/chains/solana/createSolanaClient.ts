import { BaseError, RpcError } from '@portico/protocol'
import type * as z from 'zod/mini'
import type { Network } from '../shared/Network.ts'
import type { RpcUpstreams } from '../shared/upstreams/RpcUpstreams.ts'

/** A client of one Solana network. */
export type SolanaClient = Network & {
  /**
   * Sends a JSON-RPC request and parses its result with the schema. Integers beyond 2^53 become bigints.
   *
   * @throws {RpcError} if the upstream returned a JSON-RPC error.
   * @throws {UpstreamsFailedError} if no upstream answered.
   * @throws {BaseError} if the result does not match the schema.
   */
  ask<Schema extends z.ZodMiniType>(
    call: { method: string; params: readonly unknown[]; schema: Schema },
    options: { deadline: number },
  ): Promise<z.output<Schema>>
}

/** Creates the client of a network over its upstreams. */
export function createSolanaClient({ upstreams }: { upstreams: RpcUpstreams }): SolanaClient {
  return {
    id: upstreams.chain,
    async ask({ method, params, schema }, { deadline }) {
      const answer = await upstreams.send({ method, params: JSON.stringify(params) }, { deadline })
      if (answer.kind === 'error') {
        const { code, message, data } = answer.error
        throw new RpcError({ rpcCode: code, message, data })
      }
      const read = schema.safeParse(JSON.parse(answer.text, keepLarge))
      if (!read.success)
        throw new BaseError(`An upstream returned an unexpected result for ${method}.`, {
          metaMessages: [`Chain: ${upstreams.chain}`, `At: ${read.error.issues[0]?.path.join('.')}`],
        })
      return read.data
    },
  }
}

/** Revives integers beyond 2^53 as bigints: amounts on Solana have 64 bits. */
function keepLarge(_: string, value: unknown, context?: { source?: string }): unknown {
  const isLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
  return isLarge && /^\d{16,20}$/.test(context?.source ?? '') ? BigInt(context?.source as string) : value
}
