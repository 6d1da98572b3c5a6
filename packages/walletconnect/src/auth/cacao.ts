/*
 * CACAO (CAIP-74): a signed sign-in message as an object. `p` holds the fields of the EIP-4361 message under short
 * names. The message itself is not included and must be rebuilt to verify the signature. `p.statement` may lack the
 * sentence that describes the ReCap, but the signed message always contains it.
 */
import { type CaipNetworkId, isCaipNetworkId, isRecord } from '@portico/protocol'
import { findRecap, parseRecap, type Recap, withAuthorization } from './recap.ts'

/** A parsed CACAO. */
export type Cacao = {
  chainId: CaipNetworkId
  address: string
  domain: string
  uri: string
  version: string
  nonce: string
  issuedAt: string
  expirationTime?: string | undefined
  notBefore?: string | undefined
  requestId?: string | undefined
  /** Includes the sentence that describes the ReCap. */
  statement?: string | undefined
  resources: readonly string[]
  recap: Recap
  signature: string
  /** The message that was signed. */
  message: string
  /** The CACAO as received. */
  raw: unknown
}

/** Parses a CACAO of the `eip155` namespace; returns `undefined` if it is malformed. Does not verify the signature. */
export function parseCacao(value: unknown): Cacao | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  const { p, s } = value
  if (value.h.t !== 'caip122' && value.h.t !== 'eip4361') return undefined
  const [, chainId, address] = /^did:pkh:(eip155:[^:]+):(0x[0-9a-fA-F]{40})$/.exec(toText(p.iss) ?? '') ?? []
  if (!isCaipNetworkId(chainId) || address === undefined) return undefined
  const uri = p.aud ?? p.uri
  const required = [p.domain, uri, p.version, p.nonce, p.iat, s.s]
  const optional = [p.exp, p.nbf, p.requestId, p.statement]
  const resources = p.resources ?? []
  if (!required.every(isText) || !optional.every((one) => one === undefined || one === null || isText(one))) {
    return undefined
  }
  if (!Array.isArray(resources) || resources.length > 100 || !resources.every(isText)) return undefined
  const recapResource = findRecap(resources)
  const recap = recapResource === undefined ? {} : parseRecap(recapResource)
  if (!recap) return undefined
  const fields = {
    chainId,
    address,
    domain: p.domain as string,
    uri: uri as string,
    version: p.version as string,
    nonce: p.nonce as string,
    issuedAt: p.iat as string,
    expirationTime: toText(p.exp),
    notBefore: toText(p.nbf),
    requestId: toText(p.requestId),
    statement: withAuthorization(toText(p.statement) || undefined, recap),
    resources,
  }
  return { ...fields, recap, signature: s.s as string, message: formatMessage(fields), raw: value }
}

function formatMessage(fields: Omit<Cacao, 'recap' | 'signature' | 'message' | 'raw'>): string {
  const line = (label: string, value: string | undefined) =>
    value === undefined ? [] : [`${label}: ${value}`]
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    ...line('URI', fields.uri),
    ...line('Version', fields.version),
    ...line('Chain ID', fields.chainId.slice('eip155:'.length)),
    ...line('Nonce', fields.nonce),
    ...line('Issued At', fields.issuedAt),
    ...line('Expiration Time', fields.expirationTime),
    ...line('Not Before', fields.notBefore),
    ...line('Request ID', fields.requestId),
    ...(fields.resources.length > 0 ? ['Resources:', ...fields.resources.map((one) => `- ${one}`)] : []),
  ].join('\n')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 10_000
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
