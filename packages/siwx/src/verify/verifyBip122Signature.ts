/*
 * Proves that a Bitcoin account signed a message: by BIP-322, or for P2PKH, P2WPKH and P2SH-P2WPKH by the older form
 * with a recoverable signature. Needs no network.
 */
import { base64 } from '@scure/base'
import { bitcoinScript } from '../bitcoin/bitcoinScript.ts'
import { verifyBip322 } from '../bitcoin/verifyBip322.ts'
import { isLegacySignature, verifyLegacyMessage } from '../bitcoin/verifyLegacyMessage.ts'
import type { SignatureProblemCode, SignatureVerdict, SignatureVerifier } from './SignatureVerdict.ts'

/** A full signature with a script of several keys has a few thousand letters. */
const maxLength = 32_768

export const verifyBip122Signature: SignatureVerifier = async ({
  address,
  reference,
  message,
  signature,
}) => {
  const script = bitcoinScript(address, reference)
  if (!script)
    return no(
      'signature-invalid',
      `${address.slice(0, 100)} is no address of the Bitcoin network ${reference}.`,
    )
  if (typeof signature !== 'string' || signature.length > maxLength)
    return no('signature-malformed', `The signature is not a text of at most ${maxLength} letters.`)

  const bytes = decode(signature)
  if (bytes && isLegacySignature(bytes)) {
    if (verifyLegacyMessage({ message, script, signature: bytes })) return { ok: true }
    return no(
      'signature-invalid',
      'The signature is by another account, or its header is for another kind of address.',
    )
  }
  const verdict = verifyBip322({ message, script, signature })
  if (verdict.state === 'valid') {
    const { locked, lockTime, sequence } = verdict
    return locked ? { ok: true, lock: { lockTime, sequence } } : { ok: true }
  }
  if (verdict.state === 'malformed') return no('signature-malformed', verdict.reason)
  return no('signature-invalid', verdict.reason)
}

function decode(signature: string): Uint8Array | undefined {
  try {
    return base64.decode(signature)
  } catch {
    // With one of the prefixes of BIP-322, or none at all.
    return undefined
  }
}

function no(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}
