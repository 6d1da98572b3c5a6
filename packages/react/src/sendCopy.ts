/** Texts of the form to send, heading included. */
export const sendCopy = {
  'title.send': 'Send',

  'send.max': 'Max',
  'send.inFiat': 'Enter the amount in US dollars',
  'send.inToken': 'Enter the amount in {symbol}',
  'send.otherWallet': 'Connect different wallet',

  'step.add-address': 'Add address',
  'step.invalid-address': 'Invalid address',
  'step.preview': 'Preview send',

  'send.to': 'To',
  'send.toAddress': 'Address',
  'send.toAddressOrName': 'Address or name',
  'send.resolving': 'Looking up the name…',
  'send.namesUnreachable': 'Names can’t be looked up now. Enter an address.',
  'send.nameContradicted':
    'This name can’t be trusted here: Ethereum gives it another address. Ask for the address itself.',
  'send.fallback': 'Its Ethereum address; make sure it is theirs here.',
  'send.recent': 'Paid before',
  'send.lookAlike':
    'This address looks like one that you have paid before, but it is another one. Somebody may want you to mix them up.',
  'send.lookAlikeEntered': 'Entered',
  'send.lookAlikePaid': 'Paid before',
  'send.lookAlikeTick': 'I have compared them, and want to send to the one I entered',

  'send.speed': 'Speed',
  'send.speed.automatic': 'Chosen by the wallet',
  'send.speed.slow': 'Slow',
  'send.speed.standard': 'Standard',
  'send.speed.fast': 'Fast',
} as const satisfies Record<string, string>
