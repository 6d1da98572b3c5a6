import { createText } from '../language/createText.ts'

/** The texts of the form for codes. */
const codeCopy = {
  'code.title.login': 'Enter the code',
  'code.title.primary': 'Confirm your current address',
  'code.title.secondary': 'Confirm your new address',
  'code.sentTo.digits': 'We sent a six-digit code to {email}',
  'code.sentTo.short': 'We sent a code of six letters and digits to {email}',
  'code.sentTo.long': 'We sent a code of twelve letters and digits to {email}',
  'code.consent': 'Enter the code to log in to {host}.',
  'code.consentAndSignIn': 'Enter the code to log in and sign in to {host}.',
  'code.change': '{host} asks to change your e-mail address to {email}',
  'code.field': 'Verification code',
  'code.resend': 'Resend code',
  'code.resendIn': 'Resend code in {time}',
  'code.resent': 'A new code is on its way. The old one no longer works.',
  'code.wrongAddress': 'Wrong address?',
  'code.checking': 'Checking…',
  'code.wrong': 'That code is not correct.',
  'code.wrongTries': {
    plural: 'triesLeft',
    one: 'That code is not correct. You have one try left.',
    other: 'That code is not correct. You have {triesLeft} tries left.',
  },
  'code.tooShort': 'Codes must be longer at the moment. Choose “Resend code” to get a new one.',
  'code.notSent': 'The code could not be sent. Try again in a moment.',
  'code.unreachable':
    'The wallet’s server can’t be reached. Check your connection, then enter the code again.',
} as const

export const codeText = createText('login', codeCopy)
