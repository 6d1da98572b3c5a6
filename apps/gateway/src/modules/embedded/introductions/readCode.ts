/**
 * Returns a typed code in the form in which it was created: without spaces and hyphens, in upper case, and with the letters
 * that Crockford's base 32 leaves out as the digits they look like. Codes of digits are not changed by that.
 *
 * @example
 * readCode('oil7-kq') // '0117KQ'
 */
export function readCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}
