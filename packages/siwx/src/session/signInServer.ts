import { readProperty } from '@portico/protocol'
import type { AuthenticateRequest, NonceResponse } from '@portico/protocol/gateway'
import type { SIWXContext } from '../config/SIWXContext.ts'
import { SignInServerError } from './SignInServerError.ts'
import { SignInServerUnreachableError } from './SignInServerUnreachableError.ts'

/** The gateway's `/auth/v1`. Every call gives up after ten seconds. */
export type SignInServer = {
  nonce(): Promise<NonceResponse>
  /** Answers the session token. */
  authenticate(request: AuthenticateRequest, nonceToken: string | undefined): Promise<string>
  /** Rejects with status 401 if the session has ended. */
  me(token: string): Promise<void>
  signOut(token: string): Promise<void>
}

const timeout = 10_000

/**
 * Speaks to the gateway's sign-in routes.
 *
 * @throws {SignInServerError} from every call the server answers with an error.
 * @throws {SignInServerUnreachableError} from every call that gets no answer.
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
    body?: unknown,
  ) {
    const url = `${base}/${path}${query.size ? `?${query}` : ''}`
    const json = body === undefined ? null : JSON.stringify(body)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeout)
    try {
      // No cookies, and no redirect: the token must not travel to another host.
      const response = await fetch(url, {
        method,
        headers: json === null ? headers : { ...headers, 'content-type': 'application/json' },
        body: json,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal: controller.signal,
      })
      const answer = parseJson(await response.text())
      if (response.ok) return answer
      throw new SignInServerError({
        url: `${base}/${path}`,
        status: response.status,
        code: text(answer, 'code'),
        detail: text(answer, 'detail') ?? text(answer, 'title'),
      })
    } catch (cause) {
      if (cause instanceof SignInServerError) throw cause
      throw new SignInServerUnreachableError({ url: `${base}/${path}`, cause })
    } finally {
      clearTimeout(timer)
    }
  }

  function expect(path: string, answer: unknown, key: string): string {
    const value = text(answer, key)
    if (value !== undefined) return value
    const detail = `The answer has no "${key}".`
    throw new SignInServerError({ url: `${base}/${path}`, status: 200, code: 'invalid-response', detail })
  }

  return {
    async nonce() {
      const answer = await request('nonce', 'GET', {})
      return { nonce: expect('nonce', answer, 'nonce'), token: expect('nonce', answer, 'token') }
    },
    async authenticate(body, nonceToken) {
      const headers: Record<string, string> = nonceToken ? { 'x-nonce-jwt': `Bearer ${nonceToken}` } : {}
      return expect('authenticate', await request('authenticate', 'POST', headers, body), 'token')
    },
    async me(token) {
      await request('me', 'GET', { authorization: `Bearer ${token}` })
    },
    async signOut(token) {
      await request('sign-out', 'POST', { authorization: `Bearer ${token}` })
    },
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // A proxy's HTML page, or nothing at all: the status says what is to be said.
    return undefined
  }
}

function text(answer: unknown, key: string): string | undefined {
  const value = readProperty(answer, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
