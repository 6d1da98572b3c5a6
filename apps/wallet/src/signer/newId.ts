import { base64urlnopad } from '@scure/base'

/** Returns a new ID of a wallet or slot. */
export function newId(prefix: 'wlt' | 'slt'): string {
  return `${prefix}_${base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16)))}`
}
