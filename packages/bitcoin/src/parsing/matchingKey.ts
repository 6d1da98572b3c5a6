import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { parseBytes } from './parseBytes.ts'

/**
 * A public key in hex if an output script may be made of it. Of taproot that is its form alone, as the rest takes curves:
 * where a transfer is built it is looked at again. Never throws.
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
  return scripts.some((one) => hex.encode(one) === hex.encode(script)) ? hex.encode(key) : undefined
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}
