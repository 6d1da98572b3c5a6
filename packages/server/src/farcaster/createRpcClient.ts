import type { RpcClient } from '@portico/siwx'
import { z } from 'zod'

/** The answers that are needed have at most a few hundred bytes. */
const maxBytes = 65_536

const rpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.literal(1),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** An error that the node itself answered. Has its code, by which a reverted call is known. */
class RpcError extends Error {
  readonly code: number
  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

/**
 * Creates a client of one Ethereum node that is not trusted: it follows no redirect and reads at most 64 KiB of an answer.
 * Every request ends with `signal`.
 */
export function createRpcClient({
  url,
  fetch,
  signal,
}: {
  url: string
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}): RpcClient {
  return {
    async request({ method, params }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal,
      })
      const { result, error } = rpcResponse.parse(JSON.parse(await readText(response)))
      if (error) throw new RpcError(error)
      return result
    },
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`The node answered more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  if (!response.ok) throw new Error(`The node answered with status ${response.status}.`)
  return Buffer.concat(chunks).toString('utf8')
}
