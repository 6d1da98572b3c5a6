/** The texts of moving a wallet to another device. */
export const moveCopy = {
  title: 'Move',
  intro: 'Use the same wallet on another device, such as a new phone, without an e-mail.',
  open: 'Move to another device',
  viewTitle: 'Move to another device',
  explain:
    'Scan this code with the camera of the device that is to have your wallet, too, or open the link there. Then type the six digits that it shows here.',
  power:
    'The other device can spend everything. Do this only with a device of your own that you hold in your hand.',
  qr: 'QR code of the link',
  link: 'Link',
  copyLink: 'Copy link',
  copied: 'Copied',
  waiting: 'Waiting for the other device… The code is valid for two minutes.',
  renewed: 'The code had expired. This is a new one, valid for two minutes. Scan it, or open the new link.',
  digitsTitle: 'Type the digits',
  digitsExplain: 'A device has opened the link. Type the six digits that it shows.',
  digitsWarning:
    'Never type digits that somebody tells you, sends you or shows you on a screen of theirs: their device would get your wallet. Nobody from support will ask for this.',
  field: 'Digits from the other device',
  checking: 'Moving…',
  wrong: (triesLeft: number) =>
    `These are not the digits. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left. If the other device is not yours, cancel.`,
  finishingTitle: 'Almost done',
  finishing: 'Waiting until the other device has opened the wallet…',
  end: 'End the other device',
  ending: 'Ending…',
  endedTitle: 'The other device was ended',
  ended:
    'It can’t log in to your wallet any more. If it had opened the wallet already, whoever has it may have copied your key: then move everything to another wallet.',
  doneTitle: 'Your wallet is on the other device',
  done: 'This device still has it, too. To stop using the wallet here, log out.',
  notice: 'We have sent you a notice by e-mail.',
  back: 'Back',
  cancel: 'Cancel',
  again: 'Start again',
  take: {
    title: 'Use your wallet on this device',
    explain:
      'Your other device wants to give its wallet to this one. This device shows six digits, which you type there.',
    warning:
      'Continue only if you have just scanned the code on your own device. Another person’s link would give you their wallet.',
    submit: 'Continue',
    busy: 'Connecting…',
    digitsTitle: 'Type these digits on your other device',
    digits: 'Digits',
    digitsWarning: 'Type them yourself. Tell them to nobody, and read them out to nobody.',
    waiting: 'Waiting for your other device…',
    doneTitle: 'Your wallet is on this device',
    done: (address: string) => `Its address is ${address}.`,
    open: 'Open my wallet',
    hasWallet: (address: string) =>
      `This browser already has a wallet: ${address}. Log out there before you move another one here.`,
    noLink: 'This link is incomplete. Scan the code again.',
  },
  failures: {
    'device-held': (until: string) =>
      `This browser is on hold until ${until}. Until then it can’t move the wallet.`,
    'device-too-new': (until: string) =>
      `This browser is new to your wallet. It can move the wallet from ${until}; an older one can do it now.`,
    'move-over': 'The code has expired, or the move was cancelled. Nothing was moved.',
    'move-taken':
      'This link was opened on another device. If that was not you, cancel on the device that shows the code.',
    'digits-burnt': 'The digits were wrong too often, so the move has ended. Nothing was moved.',
    'key-wrong': 'The connection between the two devices was tampered with. Nothing was moved.',
    'wallet-broken': 'The wallet could not be opened. Start again.',
    'rate-limited': 'The wallet was moved too often today. Try again tomorrow.',
    'device-unknown': 'The wallet’s server does not know this browser any more. Log in again.',
    unreachable: 'The wallet’s server can’t be reached. Check your connection, then try again.',
    other: 'That did not work. Start again.',
  },
} as const
