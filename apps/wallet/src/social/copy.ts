import { createText } from '../language/createText.ts'

/** The texts of social logins, on the wallet's page and in the frame. */
const socialCopy = {
  'social.title': 'Log in',
  'social.titleWith': 'Log in with {provider}',
  'social.connecting': 'One moment…',
  'social.leaving': 'Going to {provider}…',
  /** Both servers verify the account with a code of their own. */
  'social.leavingAgain': 'Going to {provider} once more. Choose the same account.',
  'social.finishing': 'Logging you in…',
  'social.done': 'You are logged in',
  'social.doneNext': 'You can close this window.',
  'social.refused': 'Login cancelled',
  'social.refusedNext':
    'You cancelled at {provider}. Go back to the page where you began; you can close this window.',
  'social.failed': 'The login did not work',
  'social.failures.stray': 'Go back to the page where you began.',
  'social.failures.unknown':
    'This window knows no login that it could finish. Go back to the page where you began, and try again.',
  'social.failures.off': '{provider} is not set up here. Choose another way to log in.',
  'social.failures.failed':
    'The login with {provider} did not work. Go back to the page where you began, and try again.',
  'social.failures.expired':
    'The login is older than ten minutes, or was used before. Go back to the page where you began, and try again.',
  'social.failures.storage':
    'Your browser stores nothing for this site, so the login could not be finished. Allow it to store data, or leave the private window.',
  'social.failures.unreachable':
    'The wallet’s server can’t be reached. Check your connection, then try again.',
  'social.tryAgain': 'Try again',
  /** The login took the place of the host page. */
  'social.returning': 'Going back to {host}…',
  'social.goBack': 'Go back to {host}',
  /** The question in the frame whether a new account shall open the wallet of its e-mail address. */
  'social.wallet.title': 'You already have a wallet here',
  'social.wallet.once': 'Log in with {email} once, and {provider} opens it from now on.',
  'social.wallet.otherwise': 'Otherwise {provider} gets a new, empty wallet.',
  'social.wallet.use': 'Use that wallet',
  'social.wallet.make': 'Make a new one',
  /** The step in the frame, if the window could not be opened or cannot reach the frame. */
  'social.step.title': 'Log in with {provider}',
  'social.step.asks': '{host} asks you to log in. The login opens in a window of its own.',
  /** The login takes the place of the host page. */
  'social.step.asksHere': '{host} asks you to log in. You go to {provider}, and come back here.',
  'social.step.leaving': 'Going to {provider}…',
  'social.step.button': 'Continue to {provider}',
  'social.step.waiting': 'Continue in the window of {provider}. Nothing there? Open it again.',
} as const

export const socialText = createText('login', socialCopy)
