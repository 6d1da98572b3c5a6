import { base32crockford } from '@scure/base'

/** Bytes of a recovery code. */
const length = 20

/**
 * A recovery code: 160 random bits that open a wallet without e-mail. It is written as eight groups of four letters and
 * digits (Crockford's base 32), and may be typed in lower case, with other separators, and with O for 0 and I or L for 1.
 *
 * @see https://www.crockford.com/base32.html
 */
export const recoveryCode = {
  /** Writes the bytes of a code in groups. */
  format(bytes: Uint8Array): string {
    return (base32crockford.encode(bytes).match(/.{4}/g) ?? []).join('-')
  },

  /** Reads a typed code; undefined if the text is not a code. */
  parse(text: string): Uint8Array<ArrayBuffer> | undefined {
    try {
      const bytes = base32crockford.decode(text.replace(/[\s-]/g, ''))
      return bytes.length === length ? Uint8Array.from(bytes) : undefined
    } catch {
      return undefined
    }
  },

  /** Creates a code. */
  create: (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length)),
} as const
