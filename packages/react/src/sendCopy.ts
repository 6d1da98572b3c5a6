/** Texts of the views that send, headings included. Loaded with the first of them. */
export const sendCopy = {
  'title.send': 'Send',
  'title.send-token': 'Select Token',
  'title.send-preview': 'Preview Send',
  'title.send-confirmed': 'Send Progress',
  'title.swap-confirmed': 'Swap Progress',

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

  'send.youSend': 'You send',
  'send.theyGet': 'They get',
  'send.network': 'Network',
  'send.send': 'Send',
  'send.checkFailed': 'The network can’t be reached',
  'send.checkFailedHelp': 'Nothing has been sent. Try again.',
  'send.nameChanged': 'The name has another address now',
  'send.nameChangedHelp': 'Nothing has been sent. Go back and check the address.',
  'send.continue': 'Continue',

  'send.note.first': 'This is the first time you send to this address. Check all of it.',
  'send.note.again': 'A payment like this may be on its way already.',
  'send.note.againTick': 'Send it once more',
  'send.note.contract': 'This is a contract. Send only if it says it takes {symbol}.',
  'send.note.opens-account':
    'They have no account for {symbol} yet. Opening it costs {rent}, part of the fee.',
  'send.note.program': 'This address belongs to a program, not to a person.',
  'send.note.not-simulated': 'The network could not say whether this will succeed.',

  'send.refusal.fails': 'The network says that this would fail. You can’t send it.',
  'send.refusal.contradicted': 'A test of this payment moved something else. You can’t send it.',
  'send.refusal.too-small': 'The amount is smaller than the network accepts. Send more.',
  'send.refusal.leaves-too-little': 'Too little would be left in your account. Send less, or everything.',
  'send.refusal.no-fee': 'You don’t have enough {coin} for the fee.',
  'send.refusal.not-transferable': '{symbol} cannot be sent here.',
  'send.refusal.nft': 'This NFT cannot be sent here.',
  'send.refusal.not-payable': 'This address belongs to a token. What is sent to it is lost.',

  'send.wallet': 'Continue in {wallet}',
  'send.walletHelp': 'Confirm that you send {amount}.',

  'send.rejected': 'Not sent',
  'send.rejectedHelp': 'You declined in {wallet}. Nothing has moved.',
  'send.unsent': '{wallet} could not send',
  'send.unsentHelp': 'Nothing has moved. Check the wallet, then try again.',
  'send.sent': 'Sent',
  'send.sentHelp': 'Waiting for {network} to confirm. You can close this window.',
  'send.confirmed': 'Confirmed',
  'send.swappedHelp': '{amount} swapped for at least {least}.',
  'send.confirmedHelp': '{amount} sent to {to}.',
  'send.unknown': 'Not known yet',
  'send.unknownHelp': 'It may have been sent. Check your wallet before you send it again.',
  'send.dropped': 'Dropped by the network',
  'send.droppedHelp':
    'Nothing has moved so far, but your wallet may send it again. Check there before you send it once more.',
} as const satisfies Record<string, string>
