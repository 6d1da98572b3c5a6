/** The texts of the page behind a mailed link. */
export const deviceCopy = {
  /** What the link is for: a login, or a new address of a wallet. */
  kinds: {
    'sign-in': {
      title: 'Confirm your sign-in',
      asked: 'Someone wants to log in to the site below with your e-mail address.',
      digitsHint:
        'Type the two digits that the page where you are logging in shows. If no page shows you any, this is not your sign-in.',
      approvedNext: 'Go back to the page where you are logging in, and enter the code that we just sent you.',
      refused: 'Sign-in rejected',
      refusedNext:
        'Nobody can log in with this link, and for a day no new browser on that network can ask for another one. If this happens again, secure your e-mail account.',
    },
    'address-change': {
      title: 'Confirm your new address',
      asked:
        'Someone wants to make your e-mail address the new address of a wallet. Whoever can read your mail can then log in to that wallet.',
      digitsHint:
        'Type the two digits that the wallet shows where you are changing your address. If no page shows you any, this is not your change.',
      approvedNext:
        'Go back to the page where you are changing your address, and enter the code that we just sent you.',
      refused: 'Change rejected',
      refusedNext:
        'The wallet does not get your e-mail address, and for a day no new browser on that network can ask for a link to it.',
    },
  },
  loadingTitle: 'Confirm your sign-in',
  digits: 'Digits',
  digitsMissing: 'Type both digits.',
  digitsWrong: 'These digits are not correct. You have one try left.',
  site: 'Site',
  device: 'Device',
  country: 'Country',
  address: 'Address',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  approve: 'Approve',
  refuse: 'This wasn’t me',
  approving: 'Approving…',
  loading: 'Loading…',
  approved: 'Approved',
  closeTab: 'You can close this tab.',
  refusing: 'Rejecting…',
  revertTitle: 'Undo the change',
  revertAsked:
    'The e-mail address of your wallet was changed. If you did not change it, restore the old one. Restoring it also ends the device that made the change, and every device that logged in since.',
  revert: 'Restore my address',
  reverting: 'Restoring…',
  reverted: 'Your address is restored',
  revertedNext: (email: string) => `You can log in with ${email} again.`,
  cancelTitle: 'Stop the new device',
  cancelAsked:
    'A new device has logged in with your e-mail address and is waiting to open your wallet. If it is not yours, stop it here and secure your e-mail account: whoever logged in can read your mail.',
  cancel: 'Block this device',
  cancelling: 'Stopping…',
  cancelled: 'The device was stopped',
  cancelledNext:
    'It cannot open your wallet. If it was yours after all, log in on it again; the waiting period starts over.',
  half: 'Almost done',
  halfNext:
    'One of the wallet’s two servers has stopped the device. The other one has not done so yet: keep this page open, and try again in a minute.',
  failed: 'This link does not work',
  failures: {
    'no-token': 'The link is incomplete. Open it from the mail again, or copy all of it.',
    'transaction-expired':
      'The link is older than ten minutes, or was used before. Start again on the page where you want to log in.',
    'link-invalid':
      'The link is older than ten minutes, or was used before. Start again on the page where you want to log in.',
    'rate-limited': 'There were too many attempts. Wait a few minutes, then open the link again.',
    'digits-burnt':
      'You typed wrong digits twice, so nobody can log in with this link. Start again on the page where you want to log in.',
    framed: 'This page is embedded in another page. Open the link from the mail in its own window.',
    unreachable: 'The wallet’s server can’t be reached. Check your connection, then try again.',
    other: 'Something went wrong. Start again on the page where you want to log in.',
  },
  tryAgain: 'Try again',
} as const
