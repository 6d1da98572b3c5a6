/**
 * An address as it is shown where others may look on: `ada@example.org` → `a…a@example.org`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...email.slice(0, at)]
  return `${name[0] ?? ''}…${name.length > 1 ? name.at(-1) : ''}${email.slice(at)}`
}
