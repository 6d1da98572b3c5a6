import { base64urlnopad } from '@scure/base'
import { encodeFields } from './encodeFields.ts'

/** Returns SHA-256 of fields with length prefixes, as base64url; the servers compute the same. */
export async function hashFields(fields: readonly string[]): Promise<string> {
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', encodeFields(...fields))))
}
