/** The English texts of the vault's mails. */
export const mailCopy = {
  // In place of the name of a browser or system.
  'where.unknown': 'Unknown',
  'device.subject': 'Confirm your sign-in',
  'device.asked':
    'Someone is signing in to {origin} with this e-mail address, from {browser} on {system}. If it is you, open this link and type the two digits that the window shows where you are signing in.',
  'device.link': 'Review the sign-in',
  'device.once':
    'The link works once, for ten minutes. If this was not you, choose “This wasn’t me” on that page, or ignore this mail.',
  'added.subject': 'A new device has logged in',
  'added.who': '{browser} on {system} signed in to {origin} with this e-mail address.',
  'added.held': 'It cannot open your wallet before {time}.',
  'added.stop': 'If it is not your device, stop it before then with this link:',
  'added.link': 'Block this device',
  'added.stranger':
    'If this was not you, someone else can read your mail: secure your mailbox, and end the session of that device in your wallet.',
  'moved.subject': 'Your wallet was moved to another device',
  'moved.who':
    '{browser} on {system}, where you are logged in, gave your wallet to another device: it showed a code that the other device scanned, and the digits from there were typed in.',
  'moved.stop': 'If it is not your device, stop it with this link before {time}:',
  'moved.link': 'Block this device',
  'moved.stranger':
    'If this was not you, someone else has used your device or has talked you into it: send what the wallet holds to a new wallet, and end both logins on the wallet’s own page.',
  'exported.words.subject': 'Your words were shown',
  'exported.words.done':
    'The twelve words and the key of your wallet were shown on the wallet’s own page, in {browser} on {system}. Whoever has read them can take everything, and nothing you change in the wallet stops that.',
  'exported.backup.subject': 'A backup file was made',
  'exported.backup.done':
    'A backup file of your wallet was made on the wallet’s own page, in {browser} on {system}. Whoever has the file and its password can take everything.',
  'exported.code.subject': 'A recovery code was made',
  'exported.code.done':
    'A recovery code for your wallet was made on the wallet’s own page, in {browser} on {system}. Whoever has the code can take everything. You can replace or remove it on the wallet’s own page.',
  'exported.import.subject': 'Another wallet is being imported',
  'exported.import.done':
    'A wallet from elsewhere is being imported in place of yours on the wallet’s own page, in {browser} on {system}. Your address changes. The wallet you had is kept, and can be opened on the wallet’s own page.',
  'exported.stranger':
    'If this was not you, move what the wallet holds to a new wallet now, and secure your mailbox.',
  'codeUsed.subject': 'Your recovery code was used',
  'codeUsed.done':
    'Your wallet was opened with its recovery code, in {browser} on {system}, and its words could be read.',
  'codeUsed.stranger':
    'If this was not you, somebody has your code: move what the wallet holds to a new wallet now.',
  'loginAdded.subject': 'Another login was added to your wallet',
  'loginAdded.email':
    'An e-mail address opens your wallet from now on. It was added in {browser} on {system}.',
  'loginAdded.provider':
    'An account at {provider} opens your wallet from now on. It was added in {browser} on {system}.',
  'loginAdded.stranger':
    'If this was not you, somebody else has logged in as you: remove that login on the wallet’s own page, and end the devices there that you do not know.',
  'loginRemoved.subject': 'A login was removed from your wallet',
  'loginRemoved.email':
    'An e-mail address does not open your wallet any more. It was removed in {browser} on {system}.',
  'loginRemoved.provider':
    'An account at {provider} does not open your wallet any more. It was removed in {browser} on {system}.',
  'loginRemoved.stranger':
    'If this was not you, somebody else has logged in as you: end the devices that you do not know on the wallet’s own page.',
  'newAddress.subject': 'Confirm your new e-mail address',
  'newAddress.asked':
    'Someone wants to make this the e-mail address of a wallet, on {origin}, from {browser} on {system}. If it is you, open this link and type the two digits that the wallet shows there.',
  'newAddress.link': 'Review the change',
  'newAddress.once':
    'The link works once, for ten minutes. If this was not you, choose “This wasn’t me” on that page, or ignore this mail.',
  'updated.subject': 'Your address was changed',
  'updated.done':
    'The address of your wallet is now {next}. If you did not change it, change it back with this link:',
  'updated.link': 'Change it back',
  'updated.until': 'The link works for 72 hours.',
} as const
