/**
 * An address as it may be shown to somebody who may not be its owner.
 *
 * @example
 * maskEmail('ada@example.com') // 'a•••@example.com'
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}
