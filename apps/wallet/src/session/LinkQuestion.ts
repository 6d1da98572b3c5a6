/** A mailed link, which the visitor is to open: that of a login, or of a change of address in the mail to the new one. */
export type LinkQuestion = {
  /** A change of address by default. */
  purpose?: 'login' | 'change'
  /** The address the link was mailed to, in full. */
  email: string
  /** The two digits to type on the page behind the link. */
  digits: string
  /** When another link may be requested, in milliseconds since 1970. */
  resendAt: number
  /** Has another link mailed. */
  resend(): Promise<{ resendAt: number }>
  /** Waits for the approval of the link, for some time. */
  wait(): Promise<'pending' | 'approved'>
}
