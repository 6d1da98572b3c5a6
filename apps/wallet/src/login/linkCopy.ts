import { createText } from '../language/createText.ts'

/** The texts of the step in which the visitor opens a mailed link. */
const linkCopy = {
  'link.title.login': 'Approve the login',
  'link.title.change': 'Confirm your new address',
  'link.asks.login': '{host} asks you to log in.',
  'link.asks.change': '{host} asks to change your e-mail address.',
  'link.sentTo': 'We sent a link to {email}. Open it, and type these two digits there:',
  'link.waiting': 'Waiting until you have opened the link…',
  'link.resend': 'Resend link',
  'link.resendIn': 'Resend link in {time}',
  'link.resent': 'A new link is on its way. The old one no longer works.',
  'link.notSent': 'The link could not be sent. Try again in a moment.',
  'link.back.login': 'Cancel',
  'link.back.change': 'Wrong address?',
} as const

export const linkText = createText('login', linkCopy)
