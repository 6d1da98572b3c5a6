/*
 * Verifies that a Bitcoin account signed a message: with a BIP-322 signature or, for P2PKH, P2WPKH and P2SH-P2WPKH, with
 * the older recoverable signature. Makes no requests.
 */
import { base64 } from '@scure/base'
import { bitcoinScript } from '../bitcoin/bitcoinScript.ts'
import { verifyBip322 } from '../bitcoin/verifyBip322.ts'
import { isLegacySignature, verifyLegacyMessage } from '../bitcoin/verifyLegacyMessage.ts'
import type { SignatureProblemCode, SignatureVerdict, SignatureVerifier } from './SignatureVerdict.ts'

/** In characters. A full signature with a multisig script has a few thousand. */
const maxLength = 32_768

export const verifyBip122Signature: SignatureVerifier = async ({
  address,
  reference,
  message,
  signature,
}) => {
  const script = bitcoinScript(address, reference)
  if (!script)
    return failure(
      'signature-invalid',
      `${address.slice(0, 100)} is not an address of the Bitcoin network ${reference}.`,
    )
  if (typeof signature !== 'string' || signature.length > maxLength)
    return failure('signature-malformed', `The signature is not a string of at most ${maxLength} characters.`)

  const bytes = decode(signature)
  if (bytes && isLegacySignature(bytes)) {
    if (verifyLegacyMessage({ message, script, signature: bytes })) return { ok: true }
    return failure(
      'signature-invalid',
      'The signature is by another account, or its header is for another type of address.',
    )
  }
  const verdict = verifyBip322({ message, script, signature })
  if (verdict.state === 'valid') {
    const { timeLocked, lockTime, sequence } = verdict
    return timeLocked ? { ok: true, lock: { lockTime, sequence } } : { ok: true }
  }
  if (verdict.state === 'malformed') return failure('signature-malformed', verdict.reason)
  return failure('signature-invalid', verdict.reason)
}

function decode(signature: string): Uint8Array | undefined {
  try {
    return base64.decode(signature)
  } catch {
    // Not plain base64: it may have a BIP-322 prefix.
    return undefined
  }
}

function failure(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}
