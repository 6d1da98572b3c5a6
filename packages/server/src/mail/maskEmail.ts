/**
 * Masks an e-mail address for a reader who may not be its owner.
 *
 * @example
 * maskEmail('ada@example.com') // 'a•••@example.com'
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}
