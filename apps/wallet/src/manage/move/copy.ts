import { createText } from '../../language/createText.ts'

/** The texts of moving a wallet to another device. */
const moveCopy = {
  'move.title': 'Move',
  'move.intro': 'Use the same wallet on another device, such as a new phone, without an e-mail.',
  'move.open': 'Move to another device',
  'move.viewTitle': 'Move to another device',
  'move.explain':
    'Scan this code with the camera of the device that is to have your wallet, too, or open the link there. Then type the six digits that it shows here.',
  'move.power':
    'The other device can spend everything. Do this only with a device of your own that you hold in your hand.',
  'move.qr': 'QR code of the link',
  'move.link': 'Link',
  'move.copyLink': 'Copy link',
  'move.copied': 'Copied',
  'move.waiting': 'Waiting for the other device… The code is valid for two minutes.',
  'move.renewed':
    'The code had expired. This is a new one, valid for two minutes. Scan it, or open the new link.',
  'move.digitsTitle': 'Type the digits',
  'move.digitsExplain': 'A device has opened the link. Type the six digits that it shows.',
  'move.digitsWarning':
    'Never type digits that somebody tells you, sends you or shows you on a screen of theirs: their device would get your wallet. Nobody from support will ask for this.',
  'move.field': 'Digits from the other device',
  'move.checking': 'Moving…',
  'move.wrong': {
    plural: 'triesLeft',
    one: 'These are not the digits. One try is left. If the other device is not yours, cancel.',
    other: 'These are not the digits. {triesLeft} tries are left. If the other device is not yours, cancel.',
  },
  'move.finishingTitle': 'Almost done',
  'move.finishing': 'Waiting until the other device has opened the wallet…',
  'move.end': 'End the other device',
  'move.ending': 'Ending…',
  'move.endedTitle': 'The other device was ended',
  'move.ended':
    'It can’t log in to your wallet any more. If it had opened the wallet already, whoever has it may have copied your key: then move everything to another wallet.',
  'move.doneTitle': 'Your wallet is on the other device',
  'move.done': 'This device still has it, too. To stop using the wallet here, log out.',
  'move.notice': 'We have sent you a notice by e-mail.',
  'move.back': 'Back',
  'move.cancel': 'Cancel',
  'move.again': 'Start again',
  'move.take.title': 'Use your wallet on this device',
  'move.take.explain':
    'Your other device wants to give its wallet to this one. This device shows six digits, which you type there.',
  'move.take.warning':
    'Continue only if another device of yours shows the code that you have just scanned. Another person’s link would give you their wallet.',
  'move.take.submit': 'Continue',
  'move.take.busy': 'Connecting…',
  'move.take.digitsTitle': 'Type these digits on your other device',
  'move.take.digits': 'Digits',
  'move.take.digitsWarning': 'Type them yourself. Tell them to nobody, and read them out to nobody.',
  'move.take.waiting': 'Waiting for your other device…',
  'move.take.doneTitle': 'Your wallet is on this device',
  'move.take.done': 'Its address is {address}.',
  'move.take.open': 'Open my wallet',
  'move.take.hasWallet':
    'This browser already has a wallet: {address}. Log out there before you move another one here.',
  'move.take.noLink': 'This link is incomplete. Scan the code again.',
  'move.failures.device-held': 'This browser is on hold until {until}. Until then it can’t move the wallet.',
  'move.failures.device-too-new':
    'This browser is new to your wallet. It can move the wallet from {until}; an older one can do it now.',
  'move.failures.move-over': 'The code has expired, or the move was cancelled. Nothing was moved.',
  'move.failures.move-taken':
    'This link was opened on another device. If that was not you, cancel on the device that shows the code.',
  'move.failures.digits-burnt': 'The digits were wrong too often, so the move has ended. Nothing was moved.',
  'move.failures.key-wrong': 'The connection between the two devices was tampered with. Nothing was moved.',
  'move.failures.wallet-broken': 'The wallet could not be opened. Start again.',
  'move.failures.rate-limited': 'The wallet was moved too often today. Try again tomorrow.',
  'move.failures.device-unknown': 'The wallet’s server does not know this browser any more. Log in again.',
  'move.failures.unreachable': 'The wallet’s server can’t be reached. Check your connection, then try again.',
  'move.failures.other': 'That did not work. Start again.',
} as const

export const moveText = createText('manage', moveCopy)
