import { createText } from '../../language/createText.ts'

/** The texts of exporting the key, and of what else concerns the key itself. */
const exportCopy = {
  'export.title': 'Export',
  'export.intro':
    'Your twelve words and your private key, for another wallet app. First you log in once more.',
  'export.open': 'Show my words',
  'export.viewTitle': 'Show my words',
  'export.warning':
    'Whoever reads the words or the key can take everything, for ever. Nobody from support will ask for them. Make sure that nobody sees your screen.',
  'export.pause': {
    plural: 'seconds',
    one: 'The words can be shown in one second. If somebody told you to do this, cancel.',
    other: 'The words can be shown in {seconds} seconds. If somebody told you to do this, cancel.',
  },
  'export.cancel': 'Cancel',
  'export.opening': 'Opening your wallet…',
  'export.of': 'They open {address}.',
  'export.ofSolana': 'The words also open the Solana account {address}.',
  'export.holdTwelveWords': 'Hold to show the twelve words',
  'export.holdWords': { plural: 'count', other: 'Hold to show the {count} words' },
  'export.words': 'The words',
  'export.holdKey': 'Hold to show the private key',
  'export.key': 'The private key',
  'export.noticed': 'We have sent you a notice by e-mail.',
  'export.back': 'Back',
  'export.failures.device-held':
    'This browser is on hold until {until}. Until then it can’t take out the key.',
  'export.failures.held': 'This browser is on hold until {until}. Until then it can’t take out the key.',
  'export.failures.device-too-new':
    'This browser is new to your wallet. It can take out the key from {until}; an older one can do it now.',
  'export.failures.login-too-old': 'That took more than ten minutes. Go back and start again.',
  'export.failures.grant-invalid': 'That took more than ten minutes. Go back and start again.',
  'export.failures.statement-invalid': 'That took too long. Go back and start again.',
  'export.failures.rate-limited': 'The key was taken out too often today. Try again tomorrow.',
  'export.failures.device-unknown': 'The wallet’s server does not know this browser any more. Log in again.',
  'export.failures.code-unknown':
    'No wallet has this recovery code. It may have been replaced by a newer one.',
  'export.failures.unreadable': 'A recovery code has 32 letters and digits. Check what you typed.',
  'export.failures.broken': 'What the wallet’s server returned does not open with this code.',
  'export.failures.unreachable':
    'The wallet’s server can’t be reached. Check your connection, then try again.',
  'export.failures.other': 'That did not work. Go back and try again.',
} as const

export const exportText = createText('manage', exportCopy)
