import type { CaipAddress, CaipNetworkId } from '@portico/protocol'
import { parseCaipNetworkId } from '@portico/protocol'
import { parseDateTime } from '../grammar/parseDateTime.ts'
import { InvalidMessageError } from '../message/InvalidMessageError.ts'
import type { MessageFields } from '../message/MessageFields.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { parseMessageLazily } from '../message/parseMessageLazily.ts'
import { readNamespace } from '../message/readNamespace.ts'
import type { RpcClient } from './RpcClient.ts'
import type { SignatureProblemCode } from './SignatureVerdict.ts'
import { signatureVerifiers } from './signatureVerifiers.ts'

/** Why a sign-in was not accepted. Stable: servers send these codes, and pages show a text for each. */
export type VerifyMessageCode =
  | 'malformed-message'
  | 'domain-mismatch'
  | 'uri-mismatch'
  | 'nonce-mismatch'
  | 'chain-unsupported'
  | 'not-yet-valid'
  | 'expired'
  | 'address-mismatch'
  | SignatureProblemCode

/** Parameters of {@link verifyMessage}. Omitted values are not checked; a server should pass `domain` and `nonce`. */
export type VerifyMessageParameters = {
  /** The signed text. */
  message: string
  signature: string
  /** The domain (host, with the port if it has one) the sign-in must be for. Case-insensitive. */
  domain?: string | undefined
  /** The nonce the server issued. Consume it before calling, so that it cannot be used twice. */
  nonce?: string | undefined
  uri?: string | undefined
  /** The account that must have signed. */
  address?: string | undefined
  /** The networks to accept. Default: all networks of the supported namespaces. */
  chains?: readonly CaipNetworkId[] | undefined
  /** The time to check at. Default: now. */
  now?: Date | undefined
  /** How far in the future "Issued At" may be, in milliseconds, to allow for clock skew. Default: 5 minutes. */
  issuedAtSkew?: number | undefined
  /** Sends requests to the message's network; without it smart accounts cannot be verified. */
  client?: RpcClient | undefined
}

/** The verified message and its account, or why the sign-in was not accepted. */
export type VerifyMessageReturnType =
  | { ok: true; fields: MessageFields; account: CaipAddress }
  | { ok: false; code: VerifyMessageCode; reason: string }

const fiveMinutes = 300_000

/**
 * Verifies a signed sign-in message. Cheap checks come first, requests to the network last; returns the first problem
 * found. Never throws for an invalid message or signature, or for a network that does not answer.
 *
 * `client-required` and `client-unavailable` mean that the signature could not be checked, not that it is invalid.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361#relying-party-implementer-steps
 * @example
 * import { verifyMessage } from '@portico/siwx'
 * const result = await verifyMessage({ message, signature, domain: 'example.com', nonce, client })
 * if (result.ok) startSession(result.account)
 * else refuse(result.code)
 */
export async function verifyMessage(parameters: VerifyMessageParameters): Promise<VerifyMessageReturnType> {
  const { message, signature, client } = parameters
  let fields: MessageFields
  try {
    fields = await parseMessageLazily(message)
  } catch (error) {
    if (error instanceof InvalidMessageError) return failure('malformed-message', error.shortMessage)
    throw error
  }
  const problem = await fieldProblem(fields, parameters)
  if (problem) return problem

  const namespace = readNamespace(message)
  const { address, chainId } = fields
  const { reference } = parseCaipNetworkId(chainId)
  const verdict = await signatureVerifiers[namespace]({ address, reference, message, signature, client })
  if (verdict.ok && verdict.lock)
    return failure(
      'signature-invalid',
      'A time lock prevents the signer of this address from spending now, so it proves no control.',
    )
  return verdict.ok ? { ok: true, fields, account: `${chainId}:${address}` } : verdict
}

async function fieldProblem(
  fields: MessageFields,
  {
    domain,
    uri,
    nonce,
    chains,
    address,
    now = new Date(),
    issuedAtSkew = fiveMinutes,
  }: VerifyMessageParameters,
) {
  if (domain !== undefined && fields.domain.toLowerCase() !== domain.toLowerCase())
    return failure('domain-mismatch', `The message is for ${fields.domain}, not for ${domain}.`)
  if (uri !== undefined && fields.uri !== uri)
    return failure('uri-mismatch', `The message is for ${fields.uri}, not for ${uri}.`)
  if (nonce !== undefined && fields.nonce !== nonce)
    return failure('nonce-mismatch', 'The message does not contain the expected nonce.')
  if (chains && !chains.includes(fields.chainId))
    return failure('chain-unsupported', `${fields.chainId} is not one of the accepted networks.`)

  // The comparisons are written so that an invalid date (NaN) is refused.
  const nowMs = now.getTime()
  const { notBefore, expirationTime, issuedAt } = fields
  if (notBefore !== undefined && !(nowMs >= timeOf(notBefore)))
    return failure('not-yet-valid', `The message is not valid before ${notBefore}.`)
  if (expirationTime !== undefined && !(nowMs < timeOf(expirationTime)))
    return failure('expired', `The message expired at ${expirationTime}.`)
  if (!(timeOf(issuedAt) <= nowMs + issuedAtSkew))
    return failure('not-yet-valid', `The message was issued at ${issuedAt}, which is in the future.`)

  const isAccount = address === undefined || (await matchAccount(fields.chainId, address))
  if (isAccount !== true && !isAccount(`${fields.chainId}:${fields.address}`))
    return failure('address-mismatch', `The message is by ${fields.address}, not by ${address}.`)
  return undefined
}

function timeOf(text: string): number {
  return parseDateTime(text) ?? Number.NaN
}

function failure(
  code: VerifyMessageCode,
  reason: string,
): { ok: false; code: VerifyMessageCode; reason: string } {
  return { ok: false, code, reason }
}
