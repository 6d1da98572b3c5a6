/** Masks an e-mail address for display: `ada@example.org` → `a…a@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...email.slice(0, at)]
  return `${name[0] ?? ''}…${name.length > 1 ? name.at(-1) : ''}${email.slice(at)}`
}
