/** The texts of the recovery code. */
export const recoveryCopy = {
  title: 'Recovery code',
  intro:
    'A code on paper that opens your wallet alone, without e-mail. Whoever has it can take everything: keep it where nobody finds it.',
  loading: 'Loading…',
  none: 'You have no recovery code.',
  some: (time: string) => `You have a recovery code, made or last used ${time}.`,
  make: 'Make a recovery code',
  replace: 'Make a new recovery code',
  remove: 'Remove the recovery code',
  removing: 'Removing…',
  making: 'Making the code…',
  write: 'Write this code down on paper. It is shown only now.',
  replaces: 'It counts once you have typed it back. An older code then stops working.',
  code: 'Recovery code',
  written: 'I have written it down',
  typeTitle: 'Type the code back',
  type: 'Type the code from your paper. Then you know that it is right.',
  check: 'Check the code',
  checking: 'Checking…',
  different: 'This is not the code that was shown. Compare it with your paper.',
  done: (address: string) =>
    `The code opens ${address}. Your recovery code is complete; keep the paper in a safe place.`,
  otherWallet: 'The code opens another wallet. Make a new one.',
  back: 'Back',
  restore: {
    open: 'Use a recovery code',
    title: 'Use a recovery code',
    intro:
      'The code opens your wallet without e-mail. Only its encrypted copy is fetched from the wallet’s server; the code stays on this page.',
    submit: 'Open',
    opening: 'Opening…',
    address: (address: string) => `This code opens ${address}.`,
    next: 'With the words or the private key, any wallet app can use the same address.',
  },
} as const
