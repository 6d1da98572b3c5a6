/**
 * Returns what all usual spellings of a mailbox have in common, for counting its mails: the local part in lower case and
 * without a `+tag`. Two different mailboxes may have the same result, so it must never identify a user.
 *
 * @param email an address that `normalizeEmail` returned
 * @example
 * budgetEmail('Ada.L+shop@example.com') // 'ada.l@example.com'
 */
export function budgetEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase().normalize('NFC')
  const [mailbox] = local.split('+')
  return `${mailbox || local}${email.slice(at)}`
}
