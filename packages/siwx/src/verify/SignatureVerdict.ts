import type { RpcClient } from './RpcClient.ts'

/**
 * Why a signature was not accepted. `client-required` and `client-unavailable` mean that it could not be checked, not
 * that it is invalid.
 */
export type SignatureProblemCode =
  | 'signature-malformed'
  | 'signature-invalid'
  | 'client-required'
  | 'client-unavailable'

/**
 * The result of a {@link SignatureVerifier}. `lock` is set if a time lock of the Bitcoin script allows its signer to
 * spend only later: from `lockTime` (BIP-65) and `sequence` (BIP-68). Such a signature does not prove control now.
 */
export type SignatureVerdict =
  | { ok: true; lock?: { lockTime: number; sequence: number } | undefined }
  | { ok: false; code: SignatureProblemCode; reason: string }

/** Verifies a signature over a message, for one namespace. */
export type SignatureVerifier = (parameters: {
  address: string
  /** The CAIP-2 reference of the network of the address. */
  reference: string
  message: string
  signature: string
  client: RpcClient | undefined
}) => Promise<SignatureVerdict>
