/** The texts of the logins on the wallet's own page. */
export const loginsCopy = {
  title: 'Logins',
  intro: 'Each of these opens your wallet.',
  email: 'Email',
  emailNote: (address: string) => `${address}. Links and codes are mailed to this address.`,
  change: 'Change the address',
  since: (time: string) => `Since ${time}`,
  remove: 'Remove',
  of: (name: string) => ` the login with ${name}`,
  question: (name: string) =>
    `Remove the login with ${name}? It does not open your wallet any more, and other browsers that used it are logged out.`,
  confirm: 'Yes, remove it',
  cancel: 'Cancel',
  only: 'This is your only login. Add another one, in case you lose it.',
  add: (name: string) => `Add ${name}`,
  addEmail: 'Add an e-mail address',
  added: (name: string) => `${name} opens your wallet from now on.`,
  addedEmail: 'Your e-mail address opens your wallet from now on.',
  removed: (name: string) => `The login with ${name} was removed.`,
  retry: 'Try again',
  /** Logging in at a provider. */
  continueWith: (name: string) => `Continue with ${name}`,
  window: (name: string) => `The login with ${name} opens in a window of its own.`,
  /** Before a change, the visitor shows who they are once more. */
  again: (name: string) => `First show that it is you, with ${name}. The login opens in a window of its own.`,
  addWindow: (name: string) => `Choose the account at ${name} that shall open your wallet.`,
  farcaster: {
    title: 'Log in with Farcaster',
    scan: 'Scan this code with your phone and confirm in Farcaster, or open the app on this device.',
    qr: 'QR code to log in with Farcaster',
    open: 'Open Farcaster',
  },
  emailForm: {
    title: 'Add an e-mail address',
    intro: 'We mail a link and a code to it.',
    field: 'Email',
    submit: 'Continue',
    back: 'Back',
  },
  failures: {
    'login-taken': 'This account opens another wallet. Log in with it there, or choose another account.',
    'login-exists': 'Your wallet already has a login of this kind. Remove it first.',
    'last-login': 'This is your only login. Add another one first.',
    'email-taken': 'Somebody else uses this address. Choose another one.',
    'identity-mismatch': 'This account opens another wallet. Choose another account.',
    'grant-invalid': 'That took more than ten minutes. Start again.',
    'login-too-old': 'That took more than ten minutes. Start again.',
    'rate-limited': 'There were too many changes today. Try again tomorrow.',
    'device-held': (until: string) =>
      `This browser is on hold until ${until}. Until then it can’t change your logins.`,
    'device-too-new': (until: string) =>
      `This browser is new to your wallet. It can change your logins from ${until}; an older one can do it now.`,
  },
} as const
