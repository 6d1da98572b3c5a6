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

/** Why a sign-in was not accepted. Stable: servers send it, pages show a text for it. */
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

/** What {@link verifyMessage} takes. What is left out is not checked; a server should give domain and nonce. */
export type VerifyMessageParameters = {
  /** The signed text. */
  message: string
  signature: string
  /** The domain (host with port) the sign-in must be for. Letter case does not count. */
  domain?: string | undefined
  /** The nonce that was given out. Consume it before calling, so that it cannot be used twice. */
  nonce?: string | undefined
  uri?: string | undefined
  /** The account that must have signed. */
  address?: string | undefined
  /** The networks to accept; all of the supported families if left out. */
  chains?: readonly CaipNetworkId[] | undefined
  /** The moment to check at; now if left out. */
  now?: Date | undefined
  /** How far in the future "Issued At" may lie, in milliseconds: clocks differ. Five minutes if left out. */
  issuedAtSkew?: number | undefined
  /** Asks the message's chain; without it smart accounts cannot be proven. */
  client?: RpcClient | undefined
}

/** A proof, or the reason why there is none. */
export type VerifyMessageReturnType =
  | { ok: true; fields: MessageFields; account: CaipAddress }
  | { ok: false; code: VerifyMessageCode; reason: string }

const fiveMinutes = 300_000

/**
 * Checks a signed sign-in message. Cheap checks come first, the chain is asked last, and the first problem found
 * is the answer. Whatever is wrong with message, signature or chain is a value; nothing of it throws.
 *
 * `client-required` and `client-unavailable` mean that the signature could not be checked, not that it is bad.
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
    if (error instanceof InvalidMessageError) return no('malformed-message', error.shortMessage)
    throw error
  }
  const problem = await fieldProblem(fields, parameters)
  if (problem) return problem

  const namespace = readNamespace(message)
  const { address, chainId } = fields
  const { reference } = parseCaipNetworkId(chainId)
  const verdict = await signatureVerifiers[namespace]({ address, reference, message, signature, client })
  if (verdict.ok && verdict.lock)
    return no('signature-invalid', 'The signer of this address may only act after a lock in time.')
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
    return no('domain-mismatch', `The message is for ${fields.domain}, not for ${domain}.`)
  if (uri !== undefined && fields.uri !== uri)
    return no('uri-mismatch', `The message is for ${fields.uri}, not for ${uri}.`)
  if (nonce !== undefined && fields.nonce !== nonce)
    return no('nonce-mismatch', 'The message does not carry the nonce that was given out.')
  if (chains && !chains.includes(fields.chainId))
    return no('chain-unsupported', `${fields.chainId} is not one of the accepted networks.`)

  // Written so that a moment that is no number refuses.
  const moment = now.getTime()
  const { notBefore, expirationTime, issuedAt } = fields
  if (notBefore !== undefined && !(moment >= timeOf(notBefore)))
    return no('not-yet-valid', `The message is valid from ${notBefore} on.`)
  if (expirationTime !== undefined && !(moment < timeOf(expirationTime)))
    return no('expired', `The message expired at ${expirationTime}.`)
  if (!(timeOf(issuedAt) <= moment + issuedAtSkew))
    return no('not-yet-valid', `The message says it was issued at ${issuedAt}, which is in the future.`)

  const isAccount = address === undefined || (await matchAccount(fields.chainId, address))
  if (isAccount !== true && !isAccount(`${fields.chainId}:${fields.address}`))
    return no('address-mismatch', `The message is by ${fields.address}, not by ${address}.`)
  return undefined
}

function timeOf(text: string): number {
  return parseDateTime(text) ?? Number.NaN
}

function no(code: VerifyMessageCode, reason: string): { ok: false; code: VerifyMessageCode; reason: string } {
  return { ok: false, code, reason }
}
