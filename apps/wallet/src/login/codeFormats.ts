import type { IntroductionCodeFormat } from '@portico/protocol/gateway'

export type CodeFormat = {
  length: number
  /** Attributes of the field. */
  field: { inputmode: 'numeric' | 'text'; autocapitalize: 'off' | 'characters' }
  /** Returns the characters of a typed or pasted text that a code can have. */
  read(text: string): string
}

/** Pasted codes may contain spaces and hyphens, and digits of other scripts. */
const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** Crockford's base 32: the letters that it leaves out are read as the digits that they look like. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')

/** The formats of codes, as the field for codes needs them. */
export const codeFormats: Readonly<Record<IntroductionCodeFormat, CodeFormat>> = {
  digits: { length: 6, field: { inputmode: 'numeric', autocapitalize: 'off' }, read: digits },
  short: { length: 6, field: { inputmode: 'text', autocapitalize: 'characters' }, read: letters },
  long: { length: 12, field: { inputmode: 'text', autocapitalize: 'characters' }, read: letters },
}
