/** The English texts of the mails with codes. */
export const codeMailCopy = {
  'oldAddress.subject': 'Your code to change your e-mail address',
  'oldAddress.ask':
    'Enter this code in the wallet on {origin} to change the e-mail address of your wallet from this one to {next}:',
  'oldAddress.rules':
    'It works once, for ten minutes, and only in the window where you started the change. Enter it in the wallet’s own field, which shows both e-mail addresses in full, and nowhere else. Never share it.',
  'oldAddress.refusal':
    'If this was not you, do not enter the code anywhere: nobody can change the address without it. Somebody is using a device that is logged in to your wallet: end its session.',
  'newAddress.subject': 'Your code to confirm your new e-mail address',
  'newAddress.ask':
    'Enter this code in the wallet on {origin} to make this the e-mail address of your wallet:',
  'newAddress.rules':
    'It works once, for ten minutes, and only in the window where you started the change. Enter it in the wallet’s own field, which shows this e-mail address in full, and nowhere else. Never share it.',
  'newAddress.refusal': 'If this was not you, do not enter the code anywhere, and ignore this mail.',
  'login.subject': 'Your code for {host}',
  'login.ask': 'Enter this code in the wallet on {origin} to log in:',
  'login.rules':
    'It works once, for ten minutes, and only in the window where you started to log in. Enter it in the wallet’s own field, which shows your full e-mail address, and nowhere else. Never share it.',
  'login.refusal':
    'If this was not you, do not enter the code anywhere: nobody can log in without it. If you get such mails again, somebody else may be able to read your mail: secure your mailbox.',
} as const
