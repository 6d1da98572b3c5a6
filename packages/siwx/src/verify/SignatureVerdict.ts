import type { RpcClient } from './RpcClient.ts'

/** Why a signature was not accepted. The last two say nothing about the signature: it could not be checked. */
export type SignatureProblemCode =
  | 'signature-malformed'
  | 'signature-invalid'
  | 'client-required'
  | 'client-unavailable'

/** The answer of a {@link SignatureVerifier}. */
export type SignatureVerdict = { ok: true } | { ok: false; code: SignatureProblemCode; reason: string }

/** Checks a signature over a message for one chain family. */
export type SignatureVerifier = (parameters: {
  address: string
  message: string
  signature: string
  client: RpcClient | undefined
}) => Promise<SignatureVerdict>
