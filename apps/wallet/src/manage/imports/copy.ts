/** The texts of importing a phrase or key. */
export const importCopy = {
  title: 'Import',
  intro: 'Use a wallet that you have elsewhere, with its address: its 12 or 24 words, or its private key.',
  open: 'Import a wallet',
  retired: 'Wallets that you have replaced. They are kept, and nothing in them is lost:',
  show: 'Show',
  showOf: (address: string) => ` the words or key of ${address}`,
  viewTitle: 'Import a wallet',
  explain:
    'Type the 12 or 24 English words in their order, or the private key of an Ethereum account. They are read on this page, and leave it encrypted only.',
  warning:
    'Whoever else knows these words or this key can still take everything. Never import words that somebody gave you.',
  field: 'Words or private key',
  submit: 'Continue',
  reading: 'Reading…',
  problems: {
    empty: 'Type the words or the key.',
    checksum:
      'Every word is in the list, but together they are not a phrase. Check their order and spelling.',
    'key-invalid': 'This is not a private key. It has 64 characters, 0 to 9 and a to f.',
  },
  length: (count: number) =>
    `A phrase has 12 or 24 words; ${count === 1 ? 'this is one' : `these are ${count}`}.`,
  words: (places: readonly number[], word: string) =>
    places.length === 1
      ? `Word ${places[0]}, “${word}”, is not in the list.`
      : `Words ${places.join(', ')} are not in the list.`,
  same: 'This is the wallet that you have already.',
  confirmTitle: 'Is this your address?',
  confirm: 'These words or this key have the address:',
  replaces: (address: string) =>
    `It takes the place of ${address}. That wallet is kept, but what it holds is not moved. All sites ask you to log in again, and then show the new address.`,
  yes: 'Yes, import it',
  no: 'No, go back',
  importing: 'Importing… Keep this page open.',
  doneTitle: 'The wallet was imported',
  doneAddress: 'Your address is now:',
  done: 'Sites where you were logged in ask you to log in again. We have sent you a notice by e-mail.',
  back: 'Back',
  failures: {
    'device-held': (until: string) =>
      `This browser is on hold until ${until}. Until then it can’t import a wallet.`,
    'device-too-new': (until: string) =>
      `This browser is new to your wallet. It can import one from ${until}; an older one can do it now.`,
    held: (until: string) => `This browser is on hold until ${until}. Until then it can’t import a wallet.`,
    'address-taken': 'This address belongs to another account here. Log in to that account instead.',
    'rate-limited': 'There were too many attempts today. Try again tomorrow.',
    unreachable:
      'The wallet’s server can’t be reached. Your wallet is unchanged unless this page shows the new address after a reload.',
    other: 'That did not work. Your wallet is unchanged.',
  },
} as const
