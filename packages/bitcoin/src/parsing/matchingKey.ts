import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { parseBytes } from './parseBytes.ts'

/**
 * Returns a public key in hex if it can produce an output script, or `undefined`. For taproot only the key's format is
 * checked, because the full check requires elliptic curves; `buildTransfer` does that check. Never throws.
 */
export function matchingKey(value: unknown, script: Uint8Array): string | undefined {
  const key = parseBytes(value)
  if (!key) return undefined
  const isCompressed = key.length === 33 && (key[0] === 2 || key[0] === 3)
  if (script[0] === 0x51) return isCompressed || key.length === 32 ? hex.encode(key) : undefined
  if (!isCompressed && !(key.length === 65 && key[0] === 4)) return undefined
  const hash = hash160(key)
  const scripts = [Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)]
  if (isCompressed) {
    const segwit = Uint8Array.of(0, 20, ...hash)
    scripts.push(segwit, Uint8Array.of(0xa9, 20, ...hash160(segwit), 0x87))
  }
  return scripts.some((candidate) => hex.encode(candidate) === hex.encode(script))
    ? hex.encode(key)
    : undefined
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}
