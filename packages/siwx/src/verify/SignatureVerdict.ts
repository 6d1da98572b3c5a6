import type { RpcClient } from './RpcClient.ts'

/** Why a signature was not accepted. The last two say nothing about the signature: it could not be checked. */
export type SignatureProblemCode =
  | 'signature-malformed'
  | 'signature-invalid'
  | 'client-required'
  | 'client-unavailable'

/**
 * The answer of a {@link SignatureVerifier}. `lock` stands where a Bitcoin script lets its signer spend only later: not
 * before the transaction's `lockTime` (BIP-65) and `sequence` (BIP-68). It proves no control of today.
 */
export type SignatureVerdict =
  | { ok: true; lock?: { lockTime: number; sequence: number } | undefined }
  | { ok: false; code: SignatureProblemCode; reason: string }

/** Checks a signature over a message for one chain family. */
export type SignatureVerifier = (parameters: {
  address: string
  /** The CAIP-2 reference of the network the address is on. */
  reference: string
  message: string
  signature: string
  client: RpcClient | undefined
}) => Promise<SignatureVerdict>
