import { readProperty, readRetryAfter, requestTimeoutMs, withRetry } from '@portico/protocol'
import type { AuthenticateRequest, NonceResponse } from '@portico/protocol/gateway'
import type { SIWXContext } from '../config/SIWXContext.ts'
import { SignInServerError } from './SignInServerError.ts'
import { SignInServerUnreachableError } from './SignInServerUnreachableError.ts'

/**
 * The sign-in routes of the gateway (`/auth/v1`). Every call times out after `requestTimeoutMs`; within that time, reads
 * are repeated as `retryRules` say.
 */
export type SignInServer = {
  nonce(): Promise<NonceResponse>
  /** Returns the session token. */
  authenticate(request: AuthenticateRequest, nonceToken: string | undefined): Promise<string>
  /** Rejects with status 401 if the session has ended. */
  me(token: string): Promise<void>
  signOut(token: string): Promise<void>
}

/**
 * Creates a client of the gateway's sign-in routes. Every call of the client may throw:
 *
 * @throws {SignInServerError} if the server returns an error.
 * @throws {SignInServerUnreachableError} if the server does not respond.
 */
export function signInServer({
  gatewayUrl,
  projectId,
  clientId,
  fetch = globalThis.fetch,
}: Pick<SIWXContext, 'projectId' | 'clientId' | 'fetch'> & { gatewayUrl: string }): SignInServer {
  const query = new URLSearchParams()
  if (projectId) query.set('projectId', projectId)
  if (clientId) query.set('clientId', clientId)
  const base = `${gatewayUrl.replace(/\/+$/, '')}/auth/v1`

  async function request(
    path: string,
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: unknown,
  ) {
    const url = `${base}/${path}${query.size ? `?${query}` : ''}`
    const requestBody = body === undefined ? null : JSON.stringify(body)
    try {
      // Do not follow redirects: the token must not be sent to another host.
      const response = await fetch(url, {
        method,
        headers: requestBody === null ? headers : { ...headers, 'content-type': 'application/json' },
        body: requestBody,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal,
      })
      const json = parseJson(await response.text())
      if (response.ok) return json
      throw new SignInServerError({
        url: `${base}/${path}`,
        status: response.status,
        code: readText(json, 'code'),
        detail: readText(json, 'detail') ?? readText(json, 'title'),
        retryAfterMs: readRetryAfter(response),
      })
    } catch (cause) {
      if (cause instanceof SignInServerError) throw cause
      throw new SignInServerUnreachableError({ url: `${base}/${path}`, cause })
    }
  }

  // One limit for all attempts: a visitor waits for the sign-in.
  const read = (path: string, headers: Record<string, string> = {}) =>
    limitTime((signal) => withRetry(() => request(path, 'GET', headers, signal), { signal }))
  const write = (path: string, headers: Record<string, string>, body?: unknown) =>
    limitTime((signal) => request(path, 'POST', headers, signal, body))

  function requireText(path: string, json: unknown, key: string): string {
    const value = readText(json, key)
    if (value !== undefined) return value
    const detail = `The response has no "${key}".`
    throw new SignInServerError({ url: `${base}/${path}`, status: 200, code: 'invalid-response', detail })
  }

  return {
    async nonce() {
      const json = await read('nonce')
      return { nonce: requireText('nonce', json, 'nonce'), token: requireText('nonce', json, 'token') }
    },
    async authenticate(body, nonceToken) {
      const headers: Record<string, string> = nonceToken ? { 'x-nonce-jwt': `Bearer ${nonceToken}` } : {}
      return requireText('authenticate', await write('authenticate', headers, body), 'token')
    },
    async me(token) {
      await read('me', { authorization: `Bearer ${token}` })
    },
    async signOut(token) {
      await write('sign-out', { authorization: `Bearer ${token}` })
    },
  }
}

/** Aborts what a function has started once `requestTimeoutMs` have passed. */
async function limitTime<value>(act: (signal: AbortSignal) => Promise<value>): Promise<value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), requestTimeoutMs)
  try {
    return await act(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // A proxy's HTML page or an empty body. The HTTP status is enough for the error.
    return undefined
  }
}

function readText(json: unknown, key: string): string | undefined {
  const value = readProperty(json, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
