/** The texts of the step in which the visitor opens the link mailed to the next address. */
export const linkCopy = {
  title: 'Confirm your new address',
  asks: (host: string) => `${host} asks to change your e-mail address.`,
  sentTo: 'We sent a link to ',
  openIt: '. Open it, and type these two digits there:',
  waiting: 'Waiting until you have opened the link…',
  resend: 'Resend link',
  resendIn: (seconds: number) =>
    `Resend link in ${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`,
  resent: 'A new link is on its way. The old one no longer works.',
  notSent: 'The link could not be sent. Try again in a moment.',
  wrongAddress: 'Wrong address?',
} as const
