/** The texts of the step in which the visitor opens a mailed link. */
export const linkCopy = {
  title: { login: 'Approve the login', change: 'Confirm your new address' },
  asks: {
    login: (host: string) => `${host} asks you to log in.`,
    change: (host: string) => `${host} asks to change your e-mail address.`,
  },
  sentTo: 'We sent a link to ',
  openIt: '. Open it, and type these two digits there:',
  waiting: 'Waiting until you have opened the link…',
  resend: 'Resend link',
  resendIn: (seconds: number) =>
    `Resend link in ${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`,
  resent: 'A new link is on its way. The old one no longer works.',
  notSent: 'The link could not be sent. Try again in a moment.',
  back: { login: 'Cancel', change: 'Wrong address?' },
} as const
