/** The texts of the form for codes. */
export const codeCopy = {
  title: {
    login: 'Enter the code',
    primary: 'Confirm your current address',
    secondary: 'Confirm your new address',
  },
  sentTo: {
    digits: 'We sent a six-digit code to ',
    short: 'We sent a code of six letters and digits to ',
    long: 'We sent a code of twelve letters and digits to ',
  },
  consent: (host: string) => `Enter the code to log in to ${host}.`,
  consentAndSignIn: (host: string) => `Enter the code to log in and sign in to ${host}.`,
  change: (host: string) => `${host} asks to change your e-mail address to `,
  field: 'Verification code',
  resend: 'Resend code',
  resendIn: (seconds: number) =>
    `Resend code in ${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`,
  resent: 'A new code is on its way. The old one no longer works.',
  wrongAddress: 'Wrong address?',
  checking: 'Checking…',
  wrong: (triesLeft: number | undefined) =>
    triesLeft === undefined
      ? 'That code is not correct.'
      : triesLeft === 1
        ? 'That code is not correct. You have one try left.'
        : `That code is not correct. You have ${triesLeft} tries left.`,
  tooShort: 'Codes must be longer at the moment. Choose “Resend code” to get a new one.',
  notSent: 'The code could not be sent. Try again in a moment.',
  unreachable: 'The wallet’s server can’t be reached. Check your connection, then enter the code again.',
} as const
