import { HttpStatusError, RpcError, withRetry } from '@portico/protocol'
import { jsonRpcResponse } from '@portico/protocol/gateway'
import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { Account } from './createAccount.ts'
import type { ServerClient } from './createServerClient.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { readClientId } from './readClientId.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

/**
 * Sends a JSON-RPC call to an upstream of the gateway; never to an RPC URL of the host page. Repeats it as `retryRules`
 * say; a transaction is sent as signed bytes, so that sending it twice is harmless.
 *
 * @throws {RpcError} the upstream's error
 */
export type Rpc = (chainId: string, method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Calls a route of the gateway and returns its JSON: `/v1/…` with the project id, `/wallet/v1/…` with the session's token, and
 * `/v1/bundler` with both. The first only read. They, and GET requests of the second, are repeated as `retryRules` say.
 *
 * @throws {ServerError} the gateway's problem
 */
export type Gateway = (
  path: string,
  request?: { method?: 'GET' | 'POST' | 'DELETE' | undefined; body?: unknown },
) => Promise<unknown>

/** The gateway, as requests use it. */
export type GatewayAccess = { rpc: Rpc; gateway: Gateway; gatewayUrl: string }

/** A host page waits this long for a read call. */
const timeoutMs = 10_000

/**
 * Creates the access of requests to the gateway: its public routes with the
 * project id and a random ID of this installation, its wallet routes with the session.
 */
export function createGatewayAccess({
  account,
  server,
  gatewayUrl,
  projectId,
  storage,
  fetch,
}: {
  account: Account
  server: ServerClient
  gatewayUrl: string
  projectId: string
  /** Holds the random ID that the gateway's public routes get. */
  storage: PartitionStorage
  fetch: typeof globalThis.fetch
}): GatewayAccess {
  async function callPublic(
    path: string,
    query: Record<string, string>,
    method: string,
    body: unknown,
  ): Promise<{ content: unknown; failure: HttpStatusError | undefined }> {
    const url = new URL(path, gatewayUrl)
    const parameters = { ...query, projectId, clientId: await readClientId(storage) }
    for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
    try {
      const response = await fetch(url, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const failure = response.ok ? undefined : new HttpStatusError(response)
      const json = () =>
        response.json().catch((error: unknown) => {
          throw failure ?? error
        })
      const content: unknown = response.status === 204 ? {} : await json()
      const problem = failure && z.safeParse(vaultProblem, content)
      if (problem?.success) throw new ServerError(problem.data)
      // A JSON-RPC error may come with an error status.
      return { content, failure }
    } catch (cause) {
      if (cause instanceof ServerError) throw cause
      throw new ServerUnreachableError({ server: gatewayUrl, cause })
    }
  }

  let lastId = 0
  return {
    gatewayUrl,
    rpc(chainId, method, params) {
      lastId += 1
      const body = { jsonrpc: '2.0', id: lastId, method, params }
      return withRetry(async () => {
        const { content, failure } = await callPublic('/v1/', { chainId }, 'POST', body)
        const response = z.safeParse(jsonRpcResponse, content)
        if (!response.success)
          throw new ServerUnreachableError({ server: gatewayUrl, cause: failure ?? response.error })
        if ('result' in response.data) return response.data.result
        const { code, message, data } = response.data.error
        throw new RpcError({ rpcCode: code, message, data, cause: failure })
      })
    },
    async gateway(path, { method = 'GET', body } = {}) {
      const call = async (own: string) =>
        server.call({ path: own, method, body, accessToken: await account.token(), schema: z.unknown() })
      if (path.startsWith('/v1/bundler?')) return call(`${path}&projectId=${encodeURIComponent(projectId)}`)
      if (!path.startsWith('/wallet/v1/')) {
        return withRetry(async () => {
          const { content, failure } = await callPublic(path, {}, method, body)
          if (failure) throw new ServerUnreachableError({ server: gatewayUrl, cause: failure })
          return content
        })
      }
      return call(path)
    },
  }
}
