/** The texts of exporting the key, and of what else concerns the key itself. */
export const exportCopy = {
  title: 'Export',
  intro: 'Your twelve words and your private key, for another wallet app. First you log in once more.',
  open: 'Show my words',
  viewTitle: 'Show my words',
  warning:
    'Whoever reads the words or the key can take everything, for ever. Nobody from support will ask for them. Make sure that nobody sees your screen.',
  pause: (seconds: number) =>
    `The words can be shown in ${seconds === 1 ? 'one second' : `${seconds} seconds`}. If somebody told you to do this, cancel.`,
  cancel: 'Cancel',
  opening: 'Opening your wallet…',
  of: (address: string) => `They open ${address}.`,
  ofSolana: (address: string) => `The words also open the Solana account ${address}.`,
  holdWords: (count: number) => `Hold to show the ${count === 12 ? 'twelve' : count} words`,
  words: 'The words',
  holdKey: 'Hold to show the private key',
  key: 'The private key',
  noticed: 'We have sent you a notice by e-mail.',
  back: 'Back',
  failures: {
    'device-held': (until: string) =>
      `This browser is on hold until ${until}. Until then it can’t take out the key.`,
    held: (until: string) => `This browser is on hold until ${until}. Until then it can’t take out the key.`,
    'device-too-new': (until: string) =>
      `This browser is new to your wallet. It can take out the key from ${until}; an older one can do it now.`,
    'login-too-old': 'That took more than ten minutes. Go back and start again.',
    'grant-invalid': 'That took more than ten minutes. Go back and start again.',
    'statement-invalid': 'That took too long. Go back and start again.',
    'rate-limited': 'The key was taken out too often today. Try again tomorrow.',
    'device-unknown': 'The wallet’s server does not know this browser any more. Log in again.',
    'code-unknown': 'No wallet has this recovery code. It may have been replaced by a newer one.',
    unreadable: 'A recovery code has 32 letters and digits. Check what you typed.',
    broken: 'What the wallet’s server returned does not open with this code.',
    unreachable: 'The wallet’s server can’t be reached. Check your connection, then try again.',
    other: 'That did not work. Go back and try again.',
  },
} as const
