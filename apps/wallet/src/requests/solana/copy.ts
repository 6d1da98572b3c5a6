import { createText } from '../../language/createText.ts'

/** The texts that describe requests on Solana. */
const solanaCopy = {
  'solana.labels.sendsNow': 'You send now',
  'solana.labels.sendsLater': 'You send',
  'solana.labels.receivesNow': 'You receive now',
  'solana.labels.receivesLater': 'You receive',
  'solana.labels.sendsNowTotal': 'You send now, in total',
  'solana.labels.sendsLaterTotal': 'You send, in total',
  'solana.labels.to': 'To',
  'solana.labels.owner': 'Owner, not you',
  'solana.labels.token': 'Token',
  'solana.labels.account': 'Account',
  'solana.labels.otherSigner': 'Another signer',
  'solana.labels.tokenAccount': 'Token account',
  'solana.labels.unknownProgram': 'Unknown program',
  'solana.labels.instructions': 'Instructions',
  'solana.labels.blockhash': 'Blockhash',
  'solana.labels.burns': 'You destroy',
  'solana.labels.allows': 'Can be taken later',
  'solana.labels.spender': 'Spender',
  'solana.labels.permissionEnds': 'Permission ends',
  'solana.labels.revokes': 'Revokes',
  'solana.labels.handsOver': 'You hand over',
  'solana.labels.handedTo': 'To',
  'solana.labels.closes': 'Closes',
  'solana.labels.rent': 'Deposit, at most',
  'solana.labels.memo': 'Public note',
  'solana.labels.fee': 'Fee, at most',
  'solana.labels.noFee': 'Fee',
  'solana.labels.canBeSent': 'Can be sent',
  'solana.labels.network': 'Network',
  'solana.labels.transaction': 'Transaction {number}',
  'solana.nothing': 'nothing',
  'solana.unknown': 'unknown',
  'solana.nobody': 'nobody',
  // In place of the symbol of a token that has none.
  'solana.names.unknown': 'an unknown token',
  'solana.names.ofMint': 'tokens of {mint}',
  'solana.amounts.wholeOfMint': '{amount} tokens of {mint}',
  'solana.amounts.wholeOfUnknown': '{amount} of an unknown token',
  'solana.amounts.smallest': '{amount} smallest units of {symbol}',
  'solana.amounts.smallestOfMint': '{amount} smallest units of tokens of {mint}',
  'solana.amounts.smallestOfUnknown': '{amount} smallest units of an unknown token',
  'solana.handsOver.account': 'an account',
  'solana.handsOver.nonceAccount': 'a nonce account',
  'solana.handsOver.stakeAccount': 'a stake account or what is in it',
  'solana.handsOver.voteAccount': 'a vote account or what is in it',
  'solana.handsOver.tokenAccount': 'a token account',
  'solana.handsOver.mintRight': 'the right to create more tokens of a mint',
  'solana.handsOver.freezeRight': 'the right to freeze accounts of a mint',
  'solana.handsOver.closeRight': 'the right to close a token account',
  'solana.handsOver.otherRight': 'a right to a token or a token account',
  'solana.simulated': '{amount}, in a simulation',
  'solana.nothingSent': 'nothing but the fee',
  'solana.keptOnly': 'nothing but the fee; what you send stays yours',
  'solana.nothingKnown': 'nothing but the fee, as far as is known; more could leave',
  'solana.permissionEnd': 'when all of it is taken, or when you revoke it',
  'solana.permissionEndless': 'when you revoke it',
  'solana.rent': '{amount}, for a new token account',
  'solana.revoked': 'the permission to take your {name}',
  'solana.memoAbove': 'above, in full',
  'solana.close': 'a token account; what is left in it goes to somebody else',
  'solana.closeKept': 'a token account; what is left in it goes to you',
  'solana.otherPays': 'paid by another account',
  'solana.testCoins': 'test coins',
  'solana.otherNetwork': 'perhaps another one than {name}',
  'solana.noPrice': 'price unknown',
  'solana.minutes': 'by anyone who gets it, within about two minutes',
  'solana.noEnd': 'by anyone who has it, at any time, without an end',
  'solana.titles.nothing': 'Sign a transaction that moves nothing of yours',
  'solana.titles.memo': 'Publish a note',
  'solana.titles.signedMemo': 'Sign a note, which can be a login, for {site}',
  'solana.titles.unknown': {
    plural: 'count',
    one: 'unknown instruction',
    other: '{count} unknown instructions',
  },
  'solana.titles.withUnknown': {
    plural: 'count',
    one: '{title}, with an unknown instruction',
    other: '{title}, with {count} unknown instructions',
  },
  'solana.titles.send': 'send {what}',
  'solana.titles.sendToMany': {
    plural: 'count',
    one: 'send {what} to {count} recipient',
    other: 'send {what} to {count} recipients',
  },
  'solana.titles.keep': 'send {what} to yourself',
  'solana.titles.burn': 'destroy {what}',
  'solana.titles.allow': 'let someone take {what}',
  'solana.titles.revoke': 'revoke the permission to take your {name}',
  'solana.titles.handOver.account': 'hand over an account',
  'solana.titles.handOver.nonceAccount': 'hand over a nonce account',
  'solana.titles.handOver.stakeAccount': 'hand over a stake account or what is in it',
  'solana.titles.handOver.voteAccount': 'hand over a vote account or what is in it',
  'solana.titles.handOver.tokenAccount': 'hand over a token account',
  'solana.titles.handOver.mintRight': 'hand over the right to create more tokens of a mint',
  'solana.titles.handOver.freezeRight': 'hand over the right to freeze accounts of a mint',
  'solana.titles.handOver.closeRight': 'hand over the right to close a token account',
  'solana.titles.handOver.otherRight': 'hand over a right to a token or a token account',
  'solana.titles.close': 'close a token account',
  'solana.titles.open': 'open a token account',
  'solana.titles.act': 'change an account of yours',
  'solana.titles.inSeveral': {
    plural: 'count',
    one: '{title}, in {count} transaction',
    other: '{title}, in {count} transactions',
  },
  'solana.all': 'all your {name}',
  'solana.upTo': 'up to {amount}',
  'solana.fields.account': 'account {number}',
  'solana.fields.tableEntry': 'entry {index} of the lookup table {table}',
  'solana.fields.unknown': 'Unknown instruction',
  'solana.failures.notEnough': 'Not enough SOL: it would fail now.',
  'solana.failures.other': 'It would fail now ({reason}).',
  'solana.warnings.unknownSigned':
    'The wallet cannot read what the program {program} does with your account: it could take everything that you have on Solana.',
  'solana.warnings.unknown': 'The wallet cannot read what the program {program} does.',
  'solana.warnings.missing':
    'Some accounts of this transaction could not be found on the network, so it is unknown who gets something. Reject it unless you trust this site.',
  'solana.warnings.loaded':
    'Some accounts are not in the transaction but in a list on the network (lookup table). The wallet cannot verify that the network names them correctly.',
  'solana.warnings.handOver.account': 'It hands over an account ({account}). You cannot take it back.',
  'solana.warnings.handOver.nonceAccount':
    'It hands over a nonce account ({account}). You cannot take it back.',
  'solana.warnings.handOver.stakeAccount':
    'It hands over a stake account or what is in it ({account}). You cannot take it back.',
  'solana.warnings.handOver.voteAccount':
    'It hands over a vote account or what is in it ({account}). You cannot take it back.',
  'solana.warnings.handOver.tokenAccount':
    'It hands over a token account ({account}). You cannot take it back.',
  'solana.warnings.handOver.mintRight':
    'It hands over the right to create more tokens of a mint ({account}). You cannot take it back.',
  'solana.warnings.handOver.freezeRight':
    'It hands over the right to freeze accounts of a mint ({account}). You cannot take it back.',
  'solana.warnings.handOver.closeRight':
    'It hands over the right to close a token account ({account}). You cannot take it back.',
  'solana.warnings.handOver.otherRight':
    'It hands over a right to a token or a token account ({account}). You cannot take it back.',
  'solana.warnings.handOverTo.account':
    'It hands over an account ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.nonceAccount':
    'It hands over a nonce account ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.stakeAccount':
    'It hands over a stake account or what is in it ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.voteAccount':
    'It hands over a vote account or what is in it ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.tokenAccount':
    'It hands over a token account ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.mintRight':
    'It hands over the right to create more tokens of a mint ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.freezeRight':
    'It hands over the right to freeze accounts of a mint ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.closeRight':
    'It hands over the right to close a token account ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverTo.otherRight':
    'It hands over a right to a token or a token account ({account}) to {to}. You cannot take it back.',
  'solana.warnings.handOverSelf':
    'It hands over your whole account: you can no longer use the SOL in it, and cannot take it back.',
  'solana.warnings.handOverSelfTo':
    'It hands over your whole account to the program {to}: you can no longer use the SOL in it, and cannot take it back.',
  'solana.warnings.signedMemo':
    'Whoever gets this signed can show that you signed the note: there are services that accept that as a login.',
  'solana.warnings.durableNonce':
    'This signature has no end: whoever has it can send the transaction at any time, even in years, also if your account has changed by then.',
  'solana.warnings.closeForOther': 'What is left in the token account goes to {to}, not to you.',
  'solana.warnings.closeForOtherAmount':
    'What is left in the token account, {amount}, goes to {to}, not to you.',
  'solana.warnings.sharedAccount':
    'It sends to a token account of yours that somebody else may take from or close: it may not stay yours.',
  'solana.warnings.burn': 'It destroys {amount}. Nobody gets them, and nobody can bring them back.',
  'solana.warnings.allowAll':
    'There is no limit for {name}: the spender can take all of it, without asking you again.',
  'solana.warnings.allow': 'The spender can take this without asking you again.',
  'solana.warnings.shared':
    'You sign for {owner}, an account that several people own. What it sends is not only yours.',
  'solana.warnings.withdrawNonce': 'It takes SOL out of the nonce account {account}, for {to}.',
  'solana.warnings.takeCoins': 'It takes SOL out of the account {account}, for {to}.',
  'solana.warnings.createTokens': 'It creates tokens of {account}, a token that you control, for {to}.',
  'solana.warnings.freeze': 'It freezes the token account {account}.',
  'solana.warnings.unfreeze': 'It unfreezes the token account {account}.',
  'solana.warnings.changeStake': 'It changes a stake account ({account}): {instruction}.',
  'solana.warnings.changeVote': 'It changes a vote account ({account}): {instruction}.',
  'solana.warnings.unprovenToken':
    'Which token leaves is known only from the network. The wallet cannot verify it.',
  'solana.warnings.unprovenRecipient':
    'Who owns the token account that receives is known only from the network. The wallet cannot verify it.',
  'solana.warnings.imitation':
    'A token ({mint}) calls itself {symbol}, but it is not the well-known {symbol}.',
  'solana.warnings.notSimulated': 'Could not simulate the transaction: more may change than is shown.',
  'solana.warnings.wouldFail': '{failure} Then only the fee leaves your account.',
  'solana.warnings.wouldFailLater':
    'It would fail now ({reason}), but the site can send it later, when it may succeed.',
  'solana.warnings.moreLeaves':
    'The simulation shows that more leaves your account than the instructions say.',
  'solana.warnings.morePermissions':
    'The simulation shows a permission that the instructions do not mention.',
  'solana.warnings.takenOver':
    'The simulation shows that somebody else controls an account of yours afterwards.',
  'solana.warnings.otherNetwork':
    'This transaction may be for another network, where you could lose other coins: the chosen network does not know it. It may also have expired.',
  'solana.warnings.notTestNetwork':
    'This transaction may be for another network, where your coins have real value: the wallet cannot verify that it is for the chosen test network.',
  'solana.warnings.ofTransaction': 'Transaction {number}: {text}',
  'solana.warnings.lookAlike':
    'This address only looks like {known}, which you sent to before. It is a different address.',
  'solana.warnings.newRecipient':
    'This is the first time you send to this address. Check the whole address before you approve.',
  'solana.warnings.newRecipients': 'Check every address that is new to you before you approve.',
  'solana.warnings.newSpender':
    'This is the first time you deal with this spender. Check the whole address before you approve.',
  'solana.warnings.noPrice': 'There is no price for {names}, so the value of {names} is unknown.',
  'solana.warnings.testNetwork': 'Test network: these coins have no real value.',
  'solana.warnings.total': 'The total value is about {dollars}, including the fee.',
  'solana.warnings.totalPriced':
    'The total value is about {dollars}, including the fee, not counting what has no price.',
  'solana.warnings.unread': 'Your balance of {name} could not be read.',
  'solana.warnings.unreadOf': 'The {name} of {owner} could not be read.',
  'solana.warnings.tooMuch':
    'You have only {have}, so this will probably fail. Then nothing is sent; at most you pay the fee.',
  'solana.warnings.tooMuchOf':
    '{owner} has only {have}, so this will probably fail. Then nothing is sent; at most you pay the fee.',
  'solana.warnings.allowedTooMuch': 'You have only {have} now; what you get later can be taken too.',
  'solana.warnings.shareWithCosts': '{amount}, with fees and deposits, is {percent}% of your {name}.',
  'solana.warnings.share': '{amount} is {percent}% of your {name}.',
  'solana.warnings.shareOf': '{amount} is {percent}% of the {name} of {owner}.',
  'solana.warnings.highFee': 'The fee could be more than $50.',
  'solana.warnings.extremeFee': 'The fee could be more than $1,000.',
  'solana.warnings.highUnpricedFee': 'The fee could be a tenth of a SOL or more, and its price is unknown.',
  'solana.warnings.feeShare': 'The fee could be more than 5% of what you send.',
} as const

export const solanaText = createText('approve', solanaCopy)
