import { createText } from '../language/createText.ts'

/** The texts about messages to sign, and sign-in messages. */
const messageCopy = {
  'message.titles.signIn': 'Sign in to {site}',
  'message.titles.signInToBoth': 'Sign in to {site} and {other}',
  'message.titles.unknown': 'Sign a message with an unknown meaning',
  'message.titles.hidden': 'Sign a message with hidden characters',
  'message.labels.now': 'Now',
  'message.labels.account': 'Account',
  'message.labels.network': 'Network',
  'message.labels.nonce': 'Nonce',
  'message.labels.later': 'Later',
  'message.labels.signsInTo': 'Signs in to',
  'message.labels.ends': 'Sign-in ends',
  'message.labels.goesTo': 'Signature goes to',
  'message.labels.canBeUsed': 'Signature can be used',
  'message.nothingLeaves': 'nothing leaves your account',
  'message.later':
    'the site can treat you as logged in there; this gives no permission to take anything from your account',
  'message.laterOfBoth':
    'these sites can treat you as logged in there; this gives no permission to take anything from your account',
  'message.laterUnknown': 'the site can treat you as logged in there; what else it may allow is unknown',
  'message.laterUnknownOfBoth':
    'these sites can treat you as logged in there; what else it may allow is unknown',
  'message.bothSites': '{site}, which asks, and {other}, another site',
  'message.endsBySite': 'when the site ends it',
  'message.endsBySites': 'when these sites end it',
  'message.useUnknown': '{site}; its later use is unknown',
  'message.proof':
    'by anyone who has it, any number of times, without an end: as proof that you signed the text above',
  'message.purposeUnknown': 'by anyone who has it, any number of times, without an end; what for is unknown',
  'message.warnings.otherSite':
    '{site} is not the site that asks. Both sites can take this as your login: approve only if you know both.',
  'message.warnings.direction':
    'The text contains hidden characters that change the order in which it is read. They are shown above as {mark}. The text can say something else than what you read: what it may allow is unknown.',
  'message.warnings.invisible':
    'The text contains hidden characters. They are shown above as {mark}; elsewhere you cannot see them.',
  'message.warnings.code':
    'The text, or a part of it, is written for programs and not for people. It could be an order or a transaction: what it may allow is unknown.',
} as const

export const messageText = createText('approve', messageCopy)
