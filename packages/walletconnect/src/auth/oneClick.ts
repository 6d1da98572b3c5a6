import { type CaipAddress, RpcError } from '@portico/protocol'
import { isHex32, sessionErrorCodes } from '@portico/protocol/walletconnect'
import type { SIWXMessageData, SIWXSession } from '@portico/siwx'
import { isRecord } from '../isRecord.ts'
import type { ApprovedNamespaces, ProposedNamespaces } from '../session/namespaces.ts'
import { type Cacao, parseCacao } from './cacao.ts'
import { formatRecap } from './recap.ts'

/**
 * Proves a signature over a sign-in text, smart accounts (EIP-1271) included; rejects with an error that says why where
 * it is not good or cannot be checked.
 */
export type VerifySignIn = (parameters: {
  message: string
  signature: string
  address: string
  chainId: Cacao['chainId']
}) => Promise<void>

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

/** Whether one-click sign-in can be asked for: all chains are of `eip155` (specification §5). */
export function canSignInWith(proposed: ProposedNamespaces): boolean {
  return Object.keys(proposed).join() === 'eip155'
}

/** Asks for a sign-in and, by a ReCap, for the methods of the proposal. */
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

/** What came out of a one-click sign-in. */
export type OneClickResult = {
  responderPublicKey: string
  responderMetadata: unknown
  namespaces: ApprovedNamespaces
  proofs: readonly SIWXSession[]
}

/**
 * Checks a wallet's answer: every text must say what was asked and nothing more, every signature must be good, and at
 * least one method on one chain must be granted.
 *
 * @throws {RpcError} 11004 with the reason; or what `verify` throws.
 */
export async function readAuthAnswer({
  answer,
  asked,
  proposed,
  verify,
}: {
  answer: unknown
  asked: AuthPayload
  proposed: ProposedNamespaces
  verify: VerifySignIn
}): Promise<OneClickResult> {
  const { cacaos, responder } = isRecord(answer) ? answer : {}
  const { publicKey, metadata } = isRecord(responder) ? responder : {}
  if (!isHex32(publicKey)) refuse('it names no key')
  if (!Array.isArray(cacaos) || cacaos.length === 0 || cacaos.length > 100) refuse('it holds no sign-in')
  const read = cacaos.map((one) => parseCacao(one) ?? refuse('a sign-in in it is malformed'))
  for (const cacao of read) {
    const problem = findProblem(cacao, asked)
    if (problem) refuse(problem)
  }
  for (const { message, signature, address, chainId } of read) {
    await verify({ message, signature, address, chainId })
  }
  return {
    responderPublicKey: publicKey,
    responderMetadata: metadata,
    namespaces: { eip155: grant(read, asked, proposed) },
    proofs: read.map(toSession),
  }
}

function findProblem(cacao: Cacao, asked: AuthPayload): string | undefined {
  const wanted = asked.resources.slice(0, -1)
  const granted = cacao.resources.filter((resource) => !resource.startsWith('urn:recap:'))
  const rules: readonly (readonly [boolean, string])[] = [
    [asked.chains.includes(cacao.chainId), 'it is for a chain nobody asked for'],
    [cacao.domain === asked.domain, 'it is for another domain'],
    [cacao.uri === asked.aud, 'it is for another URI'],
    [cacao.version === asked.version, 'it is of another version'],
    [cacao.nonce === asked.nonce, 'its nonce is another'],
    [cacao.expirationTime === asked.exp, 'it expires at another time'],
    [cacao.notBefore === asked.nbf, 'it begins at another time'],
    [cacao.requestId === asked.requestId, 'its request id is another'],
    [(cacao.statement ?? '').startsWith(asked.statement ?? ''), 'its statement is another'],
    [granted.join('\n') === wanted.join('\n'), 'its resources are others'],
  ]
  return rules.find(([holds]) => !holds)?.[1]
}

function grant(
  cacaos: readonly Cacao[],
  asked: AuthPayload,
  { eip155 }: ProposedNamespaces,
): ApprovedNamespaces[string] {
  const wanted = eip155?.methods ?? []
  const accounts = new Set<CaipAddress>()
  const methods = new Set<string>()
  for (const { recap, address, chainId } of cacaos) {
    for (const [method, chains] of Object.entries(recap)) {
      if (!wanted.includes(method)) continue
      methods.add(method)
      for (const chain of chains.length > 0 ? chains : [chainId]) {
        if (asked.chains.includes(chain)) accounts.add(`${chain}:${address}` as CaipAddress)
      }
    }
  }
  if (accounts.size === 0) refuse('it grants no method on any chain asked for')
  const list = [...accounts]
  const chains = [
    ...new Set(list.map((account) => account.slice(0, account.lastIndexOf(':')) as Cacao['chainId'])),
  ]
  return { chains, accounts: list, methods: [...methods], events: eip155?.events ?? [] }
}

function toSession(cacao: Cacao): SIWXSession {
  const { message, signature, address, recap: _, raw, resources, ...data } = cacao
  const given = Object.entries({ ...data, resources: resources.length > 0 ? resources : undefined })
  return {
    data: {
      ...(Object.fromEntries(given.filter(([, one]) => one !== undefined)) as typeof data),
      accountAddress: address,
    },
    message,
    signature,
    cacao: raw,
  }
}

function refuse(reason: string): never {
  throw new RpcError({
    rpcCode: sessionErrorCodes.signatureVerificationFailed,
    message: 'The wallet signed in with something else than what was asked.',
    metaMessages: [`Reason: ${reason}.`],
  })
}
