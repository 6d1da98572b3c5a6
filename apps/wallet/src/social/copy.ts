/** The texts of social logins, on the wallet's page and in the frame. */
export const socialCopy = {
  title: 'Log in',
  titleWith: (provider: string) => `Log in with ${provider}`,
  connecting: 'One moment…',
  leaving: (provider: string) => `Going to ${provider}…`,
  /** Both servers verify the account with a code of their own. */
  leavingAgain: (provider: string) => `Going to ${provider} once more. Choose the same account.`,
  finishing: 'Logging you in…',
  done: 'You are logged in',
  doneNext: 'You can close this window.',
  refused: 'Login cancelled',
  refusedNext: (provider: string) =>
    `You cancelled at ${provider}. Go back to the page where you began; you can close this window.`,
  failed: 'The login did not work',
  failures: {
    stray: 'Go back to the page where you began.',
    unknown:
      'This window knows no login that it could finish. Go back to the page where you began, and try again.',
    off: (provider: string) => `${provider} is not set up here. Choose another way to log in.`,
    failed: (provider: string) =>
      `The login with ${provider} did not work. Go back to the page where you began, and try again.`,
    expired:
      'The login is older than ten minutes, or was used before. Go back to the page where you began, and try again.',
    storage:
      'Your browser stores nothing for this site, so the login could not be finished. Allow it to store data, or leave the private window.',
    unreachable: 'The wallet’s server can’t be reached. Check your connection, then try again.',
  },
  tryAgain: 'Try again',
  /** The login took the place of the host page. */
  returning: (host: string) => `Going back to ${host}…`,
  goBack: (host: string) => `Go back to ${host}`,
  /** The question in the frame whether a new account shall open the wallet of its e-mail address. */
  wallet: {
    title: 'You already have a wallet here',
    logInWith: 'Log in with ',
    once: (provider: string) => ` once, and ${provider} opens it from now on.`,
    otherwise: (provider: string) => `Otherwise ${provider} gets a new, empty wallet.`,
    use: 'Use that wallet',
    make: 'Make a new one',
  },
  /** The step in the frame, if the window could not be opened or cannot reach the frame. */
  step: {
    title: (provider: string) => `Log in with ${provider}`,
    asks: (host: string) => `${host} asks you to log in. The login opens in a window of its own.`,
    /** The login takes the place of the host page. */
    asksHere: (host: string, provider: string) =>
      `${host} asks you to log in. You go to ${provider}, and come back here.`,
    leaving: (provider: string) => `Going to ${provider}…`,
    button: (provider: string) => `Continue to ${provider}`,
    waiting: (provider: string) => `Continue in the window of ${provider}. Nothing there? Open it again.`,
  },
} as const
