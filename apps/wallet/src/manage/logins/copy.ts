import { createText } from '../../language/createText.ts'

/** The texts of the logins on the wallet's own page. */
const loginsCopy = {
  'logins.title': 'Logins',
  'logins.intro': 'Each of these opens your wallet.',
  'logins.email': 'Email',
  'logins.emailNote': '{address}. Links and codes are mailed to this address.',
  'logins.change': 'Change the address',
  'logins.since': 'Since {time}',
  'logins.remove': 'Remove',
  'logins.removeOf': '{button} the login with {name}',
  'logins.question':
    'Remove the login with {name}? It does not open your wallet any more, and other browsers that used it are logged out.',
  'logins.confirm': 'Yes, remove it',
  'logins.cancel': 'Cancel',
  'logins.only': 'This is your only login. Add another one, in case you lose it.',
  'logins.add': 'Add {name}',
  'logins.addEmail': 'Add an e-mail address',
  'logins.added': '{name} opens your wallet from now on.',
  'logins.addedEmail': 'Your e-mail address opens your wallet from now on.',
  'logins.removed': 'The login with {name} was removed.',
  'logins.retry': 'Try again',
  /** Logging in at a provider. */
  'logins.continueWith': 'Continue with {name}',
  'logins.window': 'The login with {name} opens in a window of its own.',
  /** Before a change, the visitor shows who they are once more. */
  'logins.again': 'First show that it is you, with {name}. The login opens in a window of its own.',
  'logins.addWindow': 'Choose the account at {name} that shall open your wallet.',
  'logins.farcaster.title': 'Log in with Farcaster',
  'logins.farcaster.scan':
    'Scan this code with your phone and confirm in Farcaster, or open the app on this device.',
  'logins.farcaster.qr': 'QR code to log in with Farcaster',
  'logins.farcaster.open': 'Open Farcaster',
  'logins.emailForm.title': 'Add an e-mail address',
  'logins.emailForm.intro': 'We mail a link and a code to it.',
  'logins.emailForm.field': 'Email',
  'logins.emailForm.submit': 'Continue',
  'logins.emailForm.back': 'Back',
  'logins.failures.login-taken':
    'This account opens another wallet. Log in with it there, or choose another account.',
  'logins.failures.login-exists': 'Your wallet already has a login of this kind. Remove it first.',
  'logins.failures.last-login': 'This is your only login. Add another one first.',
  'logins.failures.email-taken': 'Somebody else uses this address. Choose another one.',
  'logins.failures.identity-mismatch': 'This account opens another wallet. Choose another account.',
  'logins.failures.grant-invalid': 'That took more than ten minutes. Start again.',
  'logins.failures.login-too-old': 'That took more than ten minutes. Start again.',
  'logins.failures.rate-limited': 'There were too many changes today. Try again tomorrow.',
  'logins.failures.device-held':
    'This browser is on hold until {until}. Until then it can’t change your logins.',
  'logins.failures.device-too-new':
    'This browser is new to your wallet. It can change your logins from {until}; an older one can do it now.',
} as const

export const loginsText = createText('manage', loginsCopy)
