// Every sentence of the page behind a mailed link.
export const deviceCopy = {
  title: 'Confirm your sign-in',
  asked: (origin: string) => `Somebody wants to log in to ${origin} with your address.`,
  compare: 'The page where you log in shows the same number. If it shows another, this is not your sign-in.',
  matchCode: 'Number',
  site: 'Site',
  device: 'Device',
  country: 'Country',
  address: 'Address',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  approve: 'Approve',
  refuse: 'This wasn’t me',
  approving: 'Approving …',
  loading: 'Reading the link …',
  approved: 'Approved',
  approvedNext: 'Go back to the page where you log in, and enter the code that we have just sent you.',
  refusing: 'Refusing …',
  refused: 'This sign-in has ended',
  refusedNext:
    'Whoever asked has been told so, and gets no further. If it happens again, secure your mailbox. You can close this page.',
  revertTitle: 'Take the change back',
  revertAsked:
    'The address of your wallet was changed. If it was not you, put the old one back: whoever has changed it is logged out of nothing by itself, so look at your sessions afterwards.',
  revert: 'Put my address back',
  reverting: 'Putting it back …',
  reverted: 'Your address is back',
  revertedNext: (email: string) => `Logging in works with ${email} again.`,
  cancelTitle: 'Stop the new device',
  cancelAsked:
    'A new device has logged in with your address, and waits to open your wallet. If it is not yours, stop it here, and secure your mailbox: whoever logged in can read it.',
  cancel: 'Stop the device',
  cancelling: 'Stopping …',
  cancelled: 'The device was stopped',
  cancelledNext:
    'It does not get into your wallet. If it was yours after all, log in on it again: the wait begins anew.',
  failed: 'This link does not work',
  failures: {
    'no-token': 'The link is not complete: open it from the mail again, or copy the whole of it.',
    'transaction-expired':
      'It is older than ten minutes, or was used before. Start again where you wanted to log in.',
    'link-invalid':
      'It is older than ten minutes, or was used before. Start again where you wanted to log in.',
    'rate-limited': 'There were too many attempts. Wait a little, then open it again.',
    framed: 'This page is shown inside another one. Open the link from the mail in a window of its own.',
    unreachable: 'The wallet’s server was not reached. Check your connection, then try again.',
    other: 'Something went wrong. Start again where you wanted to log in.',
  },
  tryAgain: 'Try again',
} as const
