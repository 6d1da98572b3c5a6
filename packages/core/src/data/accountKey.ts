/**
 * One spelling of an account or asset for comparing: hexadecimal in lower case. Other families know their addresses by
 * letter case, and keep it.
 *
 * @example
 * accountKey('eip155:1:0xF39F…') // 'eip155:1:0xf39f…'
 */
export function accountKey(id: string): string {
  return /(^|:)0x[\da-f]+$/i.test(id) ? id.toLowerCase() : id
}
