/**
 * Returns an account or asset ID in a form that can be compared: hexadecimal addresses in lower case. Other addresses
 * are case-sensitive and stay as they are.
 *
 * @example
 * accountKey('eip155:1:0xF39F…') // 'eip155:1:0xf39f…'
 */
export function accountKey(id: string): string {
  return /(^|:)0x[\da-f]+$/i.test(id) ? id.toLowerCase() : id
}
