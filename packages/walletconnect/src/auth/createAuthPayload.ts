import type { SIWXMessageData } from '@portico/siwx'
import type { ProposedNamespaces } from '../session/namespaces.ts'
import { formatRecap } from './recap.ts'

/** The `authPayload` of `wc_sessionAuthenticate`. */
export type AuthPayload = {
  type: 'caip122'
  chains: readonly string[]
  domain: string
  aud: string
  version: '1'
  nonce: string
  iat: string
  exp?: string | undefined
  nbf?: string | undefined
  statement?: string | undefined
  requestId?: string | undefined
  resources: readonly string[]
}

/** Creates the payload that requests a sign-in and, through a ReCap, the methods of the proposal. */
export function createAuthPayload(
  data: Omit<SIWXMessageData, 'chainId' | 'accountAddress'>,
  proposed: ProposedNamespaces,
): AuthPayload {
  const { chains = [], methods = [] } = proposed.eip155 ?? {}
  const recap = formatRecap(Object.fromEntries(methods.map((method) => [method, []])))
  return {
    type: 'caip122',
    chains,
    domain: data.domain,
    aud: data.uri,
    version: '1',
    nonce: data.nonce,
    iat: data.issuedAt ?? new Date().toISOString(),
    ...(data.expirationTime === undefined ? {} : { exp: data.expirationTime }),
    ...(data.notBefore === undefined ? {} : { nbf: data.notBefore }),
    ...(data.statement === undefined ? {} : { statement: data.statement }),
    ...(data.requestId === undefined ? {} : { requestId: data.requestId }),
    resources: [...(data.resources ?? []), recap],
  }
}
