import { RpcError } from '@portico/protocol'
import { jsonRpcResponse } from '@portico/protocol/gateway'
import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { Account } from './createAccount.ts'
import type { ServerClient } from './createServerClient.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

/** The gateway as requests need it. */
export type GatewayAccess = {
  /**
   * Asks a node through the gateway, at the project's expense. Never a node that a host has named.
   *
   * @throws {RpcError} with the node's error
   */
  rpc(chainId: string, method: string, params: unknown): Promise<unknown>
  /**
   * Asks a route: `/v1/…` in the project's name, `/wallet/v1/…` in that of who is logged in.
   *
   * @throws {ServerError} with the gateway's problem
   */
  gateway(
    path: string,
    request?: { method?: 'GET' | 'POST' | 'DELETE' | undefined; body?: unknown },
  ): Promise<unknown>
}

/** Milliseconds for a call of a node: what a host waits. */
const timeout = 10_000

/** The gateway's ordinary routes, which know no session, and those of the wallet, which need one. */
export function createGatewayAccess({
  account,
  server,
  gatewayUrl,
  projectId,
  fetch,
}: {
  account: Account
  server: ServerClient
  gatewayUrl: string
  projectId: string
  fetch: typeof globalThis.fetch
}): GatewayAccess {
  async function ask(
    path: string,
    query: Record<string, string>,
    method: string,
    body: unknown,
  ): Promise<unknown> {
    const url = new URL(path, gatewayUrl)
    for (const [name, value] of Object.entries({ ...query, projectId })) url.searchParams.set(name, value)
    try {
      const answer = await fetch(url, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      const content: unknown = answer.status === 204 ? {} : await answer.json()
      if (answer.ok) return content
      const problem = z.safeParse(vaultProblem, content)
      // A node's error may come with another status, and is told as what it is.
      if (!problem.success) return content
      throw new ServerError(problem.data)
    } catch (cause) {
      if (cause instanceof ServerError) throw cause
      throw new ServerUnreachableError({ server: gatewayUrl, cause })
    }
  }

  let lastId = 0
  return {
    async rpc(chainId, method, params) {
      lastId += 1
      const body = { jsonrpc: '2.0', id: lastId, method, params: params ?? [] }
      const answer = z.safeParse(jsonRpcResponse, await ask('/v1/', { chainId }, 'POST', body))
      if (!answer.success) throw new ServerUnreachableError({ server: gatewayUrl, cause: answer.error })
      if ('result' in answer.data) return answer.data.result
      const { code, message, data } = answer.data.error
      throw new RpcError({ rpcCode: code, message, data })
    },
    async gateway(path, { method = 'GET', body } = {}) {
      if (!path.startsWith('/wallet/v1/')) return ask(path, {}, method, body)
      return server.call({ path, method, body, accessToken: await account.token(), schema: z.unknown() })
    },
  }
}
