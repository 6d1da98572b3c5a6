import { createText } from '../language/createText.ts'

/** The texts of the page behind a mailed link. */
const deviceCopy = {
  /** What the link is for: a login, or a new address of a wallet. */
  'device.kinds.sign-in.title': 'Confirm your sign-in',
  'device.kinds.sign-in.asked': 'Someone wants to log in to the site below with your e-mail address.',
  'device.kinds.sign-in.digitsHint':
    'Type the two digits that the page where you are logging in shows. If no page shows you any, this is not your sign-in.',
  'device.kinds.sign-in.approvedNext':
    'Go back to the page where you are logging in, and enter the code that we just sent you.',
  'device.kinds.sign-in.refused': 'Sign-in rejected',
  'device.kinds.sign-in.refusedNext':
    'Nobody can log in with this link, and for a day no new browser on that network can ask for another one. If this happens again, secure your e-mail account.',
  'device.kinds.address-change.title': 'Confirm your new address',
  'device.kinds.address-change.asked':
    'Someone wants to make your e-mail address the new address of a wallet. Whoever can read your mail can then log in to that wallet.',
  'device.kinds.address-change.digitsHint':
    'Type the two digits that the wallet shows where you are changing your address. If no page shows you any, this is not your change.',
  'device.kinds.address-change.approvedNext':
    'Go back to the page where you are changing your address, and enter the code that we just sent you.',
  'device.kinds.address-change.refused': 'Change rejected',
  'device.kinds.address-change.refusedNext':
    'The wallet does not get your e-mail address, and for a day no new browser on that network can ask for a link to it.',
  'device.loadingTitle': 'Confirm your sign-in',
  'device.digits': 'Digits',
  'device.digitsMissing': 'Type both digits.',
  'device.digitsWrong': 'These digits are not correct. You have one try left.',
  'device.site': 'Site',
  'device.device': 'Device',
  'device.country': 'Country',
  'device.address': 'Address',
  'device.on': '{browser} on {system}',
  'device.approve': 'Approve',
  'device.refuse': 'This wasn’t me',
  'device.approving': 'Approving…',
  'device.loading': 'Loading…',
  'device.approved': 'Approved',
  'device.closeTab': 'You can close this tab.',
  'device.refusing': 'Rejecting…',
  'device.revertTitle': 'Undo the change',
  'device.revertAsked':
    'The e-mail address of your wallet was changed. If you did not change it, restore the old one. Restoring it also ends the device that made the change, and every device that logged in since.',
  'device.revert': 'Restore my address',
  'device.reverting': 'Restoring…',
  'device.reverted': 'Your address is restored',
  'device.revertedNext': 'You can log in with {email} again.',
  'device.cancelTitle': 'Stop the new device',
  'device.cancelAsked':
    'A new device has logged in with your e-mail address and is waiting to open your wallet. If it is not yours, stop it here and secure your e-mail account: whoever logged in can read your mail.',
  'device.cancel': 'Block this device',
  'device.cancelling': 'Stopping…',
  'device.cancelled': 'The device was stopped',
  'device.cancelledNext':
    'It cannot open your wallet. If it was yours after all, log in on it again; the waiting period starts over.',
  'device.half': 'Almost done',
  'device.halfNext':
    'One of the wallet’s two servers has stopped the device. The other one has not done so yet: keep this page open, and try again in a minute.',
  'device.failed': 'This link does not work',
  'device.failures.no-token': 'The link is incomplete. Open it from the mail again, or copy all of it.',
  'device.failures.transaction-expired':
    'The link is older than ten minutes, or was used before. Start again on the page where you want to log in.',
  'device.failures.link-invalid':
    'The link is older than ten minutes, or was used before. Start again on the page where you want to log in.',
  'device.failures.rate-limited':
    'There were too many attempts. Wait a few minutes, then open the link again.',
  'device.failures.digits-burnt':
    'You typed wrong digits twice, so nobody can log in with this link. Start again on the page where you want to log in.',
  'device.failures.framed':
    'This page is embedded in another page. Open the link from the mail in its own window.',
  'device.failures.unreachable':
    'The wallet’s server can’t be reached. Check your connection, then try again.',
  'device.failures.other': 'Something went wrong. Start again on the page where you want to log in.',
  'device.tryAgain': 'Try again',
} as const

export const deviceText = createText('login', deviceCopy)
