import { createMessage, type MessageFields } from '@portico/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createTestApp, type TestApp } from '../../../testing/createTestApp.ts'
import { deadUrl } from '../../../testing/startUpstream.ts'

export const origin = 'http://localhost:4400'
export const visitor = privateKeyToAccount(generatePrivateKey())
export const minute = 60_000
export const day = 24 * 60 * minute

type Nonce = { nonce: string; token: string }

export async function gateway(options: { now?: () => number; env?: Record<string, string> } = {}) {
  const rpcUrls = { 'eip155:31337': [await deadUrl()] }
  return createTestApp({ rpcUrls, ...options })
}

export async function nonceOf(
  { get }: TestApp,
  headers: Record<string, string> = { origin },
): Promise<Nonce> {
  return (await get('/auth/v1/nonce', headers)).json() as Promise<Nonce>
}

export function messageOf(nonce: string, changes: Partial<MessageFields> = {}): string {
  return createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: 'eip155:31337',
    nonce,
    issuedAt: new Date().toISOString(),
    ...changes,
  })
}

export type Attempt = {
  message: string
  signature: string
  token?: string | undefined
  headers?: Record<string, string> | undefined
  login?: { random: string; expiresAt: string } | undefined
  projectId?: string | undefined
}

export async function send(
  { app }: TestApp,
  { message, signature, token, headers = { origin }, login, projectId = 'local' }: Attempt,
) {
  const response = await app.request(`/auth/v1/authenticate?projectId=${projectId}`, {
    method: 'POST',
    headers: { ...headers, ...(token === undefined ? {} : { 'x-nonce-jwt': `Bearer ${token}` }) },
    body: JSON.stringify({ message, signature, login }),
  })
  const body = (await response.json()) as { token?: string; code?: string; detail?: string }
  return { status: response.status, ...body }
}

/** Signs in with a message whose fields are replaced by `changes`. */
export async function signIn(
  test: TestApp,
  changes: Partial<MessageFields> = {},
  headers: Record<string, string> = { origin },
) {
  const { nonce, token } = await nonceOf(test)
  const message = messageOf(nonce, changes)
  return send(test, { message, signature: await visitor.signMessage({ message }), token, headers })
}

export async function me(test: TestApp, token: string | undefined, path = '/auth/v1/me') {
  const response = await test.get(path, { origin, ...(token ? { authorization: `Bearer ${token}` } : {}) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
