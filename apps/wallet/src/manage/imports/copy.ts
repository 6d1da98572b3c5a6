import { createText } from '../../language/createText.ts'

/** The texts of importing a phrase or key. */
const importCopy = {
  'import.title': 'Import',
  'import.intro':
    'Use a wallet that you have elsewhere, with its address: its 12 or 24 words, or its private key.',
  'import.open': 'Import a wallet',
  'import.retired': 'Wallets that you have replaced. They are kept, and nothing in them is lost:',
  'import.show': 'Show',
  'import.showOf': '{button} the words or key of {address}',
  'import.viewTitle': 'Import a wallet',
  'import.explain':
    'Type the 12 or 24 English words in their order, or the private key of an Ethereum account. They are read on this page, and leave it encrypted only.',
  'import.warning':
    'Whoever else knows these words or this key can still take everything. Never import words that somebody gave you.',
  'import.field': 'Words or private key',
  'import.submit': 'Continue',
  'import.reading': 'Reading…',
  'import.problems.empty': 'Type the words or the key.',
  'import.problems.checksum':
    'Every word is in the list, but together they are not a phrase. Check their order and spelling.',
  'import.problems.key-invalid': 'This is not a private key. It has 64 characters, 0 to 9 and a to f.',
  'import.length': {
    plural: 'count',
    one: 'A phrase has 12 or 24 words; this is one.',
    other: 'A phrase has 12 or 24 words; these are {count}.',
  },
  'import.word': 'Word {place}, “{word}”, is not in the list.',
  'import.words': 'Words {places} are not in the list.',
  'import.same': 'This is the wallet that you have already.',
  'import.confirmTitle': 'Is this your address?',
  'import.confirm': 'These words or this key have the address:',
  'import.replaces':
    'It takes the place of {address}. That wallet is kept, but what it holds is not moved. All sites ask you to log in again, and then show the new address.',
  'import.yes': 'Yes, import it',
  'import.no': 'No, go back',
  'import.importing': 'Importing… Keep this page open.',
  'import.doneTitle': 'The wallet was imported',
  'import.doneAddress': 'Your address is now:',
  'import.done':
    'Sites where you were logged in ask you to log in again. We have sent you a notice by e-mail.',
  'import.back': 'Back',
  'import.failures.device-held':
    'This browser is on hold until {until}. Until then it can’t import a wallet.',
  'import.failures.device-too-new':
    'This browser is new to your wallet. It can import one from {until}; an older one can do it now.',
  'import.failures.held': 'This browser is on hold until {until}. Until then it can’t import a wallet.',
  'import.failures.address-taken':
    'This address belongs to another account here. Log in to that account instead.',
  'import.failures.rate-limited': 'There were too many attempts today. Try again tomorrow.',
  'import.failures.unreachable':
    'The wallet’s server can’t be reached. Your wallet is unchanged unless this page shows the new address after a reload.',
  'import.failures.other': 'That did not work. Your wallet is unchanged.',
} as const

export const importText = createText('manage', importCopy)
