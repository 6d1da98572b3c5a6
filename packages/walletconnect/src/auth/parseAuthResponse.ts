import { type CaipAddress, isRecord, RpcError } from '@portico/protocol'
import { isHex32, sessionErrorCodes } from '@portico/protocol/walletconnect'
import type { SIWXSession } from '@portico/siwx'
import type { ApprovedNamespaces, ProposedNamespaces } from '../session/namespaces.ts'
import { type Cacao, parseCacao } from './cacao.ts'
import type { AuthPayload } from './createAuthPayload.ts'

/**
 * Verifies a signature over a sign-in message, including those of smart accounts (EIP-1271). Rejects with an error that
 * states the reason if the signature is invalid or cannot be checked.
 */
export type VerifySignIn = (parameters: {
  message: string
  signature: string
  address: string
  chainId: Cacao['chainId']
}) => Promise<void>

/** The verified result of a one-click sign-in. */
export type AuthResult = {
  responderPublicKey: string
  responderMetadata: unknown
  namespaces: ApprovedNamespaces
  proofs: readonly SIWXSession[]
}

/**
 * Parses and verifies a wallet's response to `wc_sessionAuthenticate`. Every message must contain exactly the requested
 * fields, every signature must be valid, and at least one method on one chain must be granted.
 *
 * @throws {RpcError} 11004 with the reason; or whatever `verify` throws.
 */
export async function parseAuthResponse({
  response,
  authPayload,
  proposed,
  verify,
}: {
  response: unknown
  authPayload: AuthPayload
  proposed: ProposedNamespaces
  verify: VerifySignIn
}): Promise<AuthResult> {
  const { cacaos, responder } = isRecord(response) ? response : {}
  const { publicKey, metadata } = isRecord(responder) ? responder : {}
  if (!isHex32(publicKey)) refuse('the response contains no public key')
  if (!Array.isArray(cacaos) || cacaos.length === 0 || cacaos.length > 100) {
    refuse('the response contains no sign-in')
  }
  const signIns = cacaos.map((cacao) => parseCacao(cacao) ?? refuse('a sign-in is malformed'))
  for (const signIn of signIns) {
    const mismatch = findMismatch(signIn, authPayload)
    if (mismatch) refuse(mismatch)
  }
  for (const { message, signature, address, chainId } of signIns) {
    await verify({ message, signature, address, chainId })
  }
  return {
    responderPublicKey: publicKey,
    responderMetadata: metadata,
    namespaces: { eip155: grantedNamespace(signIns, authPayload, proposed) },
    proofs: signIns.map(toSession),
  }
}

/** Returns the first difference between a sign-in and what was requested. */
function findMismatch(cacao: Cacao, requested: AuthPayload): string | undefined {
  const requestedResources = requested.resources.slice(0, -1)
  const resources = cacao.resources.filter((resource) => !resource.startsWith('urn:recap:'))
  const rules: readonly (readonly [boolean, string])[] = [
    [requested.chains.includes(cacao.chainId), 'the chain was not requested'],
    [cacao.domain === requested.domain, 'the domain differs'],
    [cacao.uri === requested.aud, 'the URI differs'],
    [cacao.version === requested.version, 'the version differs'],
    [cacao.nonce === requested.nonce, 'the nonce differs'],
    [cacao.expirationTime === requested.exp, 'the expiration time differs'],
    [cacao.notBefore === requested.nbf, 'the not-before time differs'],
    [cacao.requestId === requested.requestId, 'the request id differs'],
    [(cacao.statement ?? '').startsWith(requested.statement ?? ''), 'the statement differs'],
    [resources.join('\n') === requestedResources.join('\n'), 'the resources differ'],
  ]
  return rules.find(([holds]) => !holds)?.[1]
}

/** Returns the accounts and methods that the ReCaps grant, limited to what was requested. */
function grantedNamespace(
  cacaos: readonly Cacao[],
  requested: AuthPayload,
  { eip155 }: ProposedNamespaces,
): ApprovedNamespaces[string] {
  const requestedMethods = eip155?.methods ?? []
  const accounts = new Set<CaipAddress>()
  const methods = new Set<string>()
  for (const { recap, address, chainId } of cacaos) {
    for (const [method, chains] of Object.entries(recap)) {
      if (!requestedMethods.includes(method)) continue
      methods.add(method)
      for (const chain of chains.length > 0 ? chains : [chainId]) {
        if (requested.chains.includes(chain)) accounts.add(`${chain}:${address}` as CaipAddress)
      }
    }
  }
  if (accounts.size === 0) refuse('it grants no method on any requested chain')
  const list = [...accounts]
  const chains = [
    ...new Set(list.map((account) => account.slice(0, account.lastIndexOf(':')) as Cacao['chainId'])),
  ]
  return { chains, accounts: list, methods: [...methods], events: eip155?.events ?? [] }
}

function toSession(cacao: Cacao): SIWXSession {
  const { message, signature, address, recap: _, raw, resources, ...data } = cacao
  const fields = Object.entries({ ...data, resources: resources.length > 0 ? resources : undefined })
  return {
    data: {
      ...(Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as typeof data),
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
    message: 'The wallet’s sign-in does not match the request.',
    metaMessages: [`Reason: ${reason}.`],
  })
}
