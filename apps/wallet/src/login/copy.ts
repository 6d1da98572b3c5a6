// Every sentence of the code view.
export const codeCopy = {
  title: {
    login: 'Enter the code',
    primary: 'Confirm your current address',
    secondary: 'Confirm your new address',
  },
  sentTo: 'We sent six digits to ',
  consent: (host: string) => `Enter the code to log in to ${host}.`,
  change: (host: string) => `${host} asks to change your address.`,
  field: 'Verification code',
  resend: 'Resend code',
  resendIn: (seconds: number) =>
    `Resend code in ${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`,
  resent: 'A new code is on its way. The old one does not work any more.',
  wrongAddress: 'Wrong address?',
  checking: 'Checking …',
  wrong: (triesLeft: number | undefined) =>
    triesLeft === undefined
      ? 'That is not the code.'
      : triesLeft === 1
        ? 'That is not the code. One try is left.'
        : `That is not the code. ${triesLeft} tries are left.`,
  notSent: 'The code could not be sent again. Try once more in a moment.',
  unreachable: 'The wallet’s server was not reached. Check your connection, and enter the code again.',
} as const
