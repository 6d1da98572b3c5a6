import { createText } from '../../language/createText.ts'

/** The texts of the recovery code. */
const recoveryCopy = {
  'recovery.title': 'Recovery code',
  'recovery.intro':
    'A code on paper that opens your wallet alone, without e-mail. Whoever has it can take everything: keep it where nobody finds it.',
  'recovery.loading': 'Loading…',
  'recovery.none': 'You have no recovery code.',
  'recovery.some': 'You have a recovery code, made or last used {time}.',
  'recovery.make': 'Make a recovery code',
  'recovery.replace': 'Make a new recovery code',
  'recovery.remove': 'Remove the recovery code',
  'recovery.removing': 'Removing…',
  'recovery.making': 'Making the code…',
  'recovery.write': 'Write this code down on paper. It is shown only now.',
  'recovery.replaces': 'It counts once you have typed it back. An older code then stops working.',
  'recovery.code': 'Recovery code',
  'recovery.written': 'I have written it down',
  'recovery.typeTitle': 'Type the code back',
  'recovery.type': 'Type the code from your paper. Then you know that it is right.',
  'recovery.check': 'Check the code',
  'recovery.checking': 'Checking…',
  'recovery.different': 'This is not the code that was shown. Compare it with your paper.',
  'recovery.done':
    'The code opens {address}. Your recovery code is complete; keep the paper in a safe place.',
  'recovery.otherWallet': 'The code opens another wallet. Make a new one.',
  'recovery.back': 'Back',
  'recovery.restore.open': 'Use a recovery code',
  'recovery.restore.title': 'Use a recovery code',
  'recovery.restore.intro':
    'The code opens your wallet without e-mail. Only its encrypted copy is fetched from the wallet’s server; the code stays on this page.',
  'recovery.restore.submit': 'Open',
  'recovery.restore.opening': 'Opening…',
  'recovery.restore.address': 'This code opens {address}.',
  'recovery.restore.next': 'With the words or the private key, any wallet app can use the same address.',
} as const

export const recoveryText = createText('manage', recoveryCopy)
