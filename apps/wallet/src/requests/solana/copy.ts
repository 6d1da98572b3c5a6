/** The texts that describe requests on Solana. */
export const copy = {
  labels: {
    sendsNow: 'You send now',
    sendsLater: 'You send',
    receivesNow: 'You receive now',
    receivesLater: 'You receive',
    total: (label: string) => `${label}, in total`,
    to: 'To',
    owner: 'Owner, not you',
    token: 'Token',
    account: 'Account',
    otherSigner: 'Another signer',
    tokenAccount: 'Token account',
    unknownProgram: 'Unknown program',
    instructions: 'Instructions',
    blockhash: 'Blockhash',
    burns: 'You destroy',
    allows: 'Can be taken later',
    spender: 'Spender',
    permissionEnds: 'Permission ends',
    revokes: 'Revokes',
    handsOver: 'You hand over',
    handedTo: 'To',
    closes: 'Closes',
    rent: 'Deposit, at most',
    memo: 'Public note',
    fee: 'Fee, at most',
    noFee: 'Fee',
    canBeSent: 'Can be sent',
    network: 'Network',
    transaction: (number: number) => `Transaction ${number}`,
  },
  nothing: 'nothing',
  unknown: 'unknown',
  simulated: ', in a simulation',
  nothingSent: 'nothing but the fee',
  keptOnly: 'nothing but the fee; what you send stays yours',
  nothingKnown: 'nothing but the fee, as far as is known; more could leave',
  permissionEnd: (isEndless: boolean) =>
    isEndless ? 'when you revoke it' : 'when all of it is taken, or when you revoke it',
  rent: (amount: string) => `${amount}, for a new token account`,
  revoked: (name: string) => `the permission to take your ${name}`,
  memoAbove: 'above, in full',
  close: (isKept: boolean) =>
    `a token account; what is left in it goes to ${isKept ? 'you' : 'somebody else'}`,
  otherPays: 'paid by another account',
  testCoins: 'test coins',
  otherNetwork: (name: string) => `perhaps another one than ${name}`,
  noPrice: 'price unknown',
  minutes: 'by anyone who gets it, within about two minutes',
  noEnd: 'by anyone who has it, at any time, without an end',
  titles: {
    nothing: 'Sign a transaction that moves nothing of yours',
    memo: 'Publish a note',
    signedMemo: (site: string) => `Sign a note, which can be a login, for ${site}`,
    unknown: (count: number) => (count === 1 ? 'an unknown instruction' : `${count} unknown instructions`),
    send: (what: string) => `send ${what}`,
    sendToMany: (what: string, count: number) => `send ${what} to ${count} recipients`,
    keep: (what: string) => `send ${what} to yourself`,
    burn: (what: string) => `destroy ${what}`,
    allow: (what: string) => `let someone take ${what}`,
    revoke: (name: string) => `revoke the permission to take your ${name}`,
    handOver: (what: string) => `hand over ${what}`,
    close: 'close a token account',
    open: 'open a token account',
    act: 'change an account of yours',
    inSeveral: (title: string, count: number) => `${title}, in ${count} transactions`,
  },
  all: (name: string) => `all your ${name}`,
  upTo: (amount: string) => `up to ${amount}`,
  failures: {
    notEnough: 'Not enough SOL: it would fail now.',
    other: (reason: string) => `It would fail now (${reason}).`,
  },
  warnings: {
    unknownSigned: (program: string) =>
      `The wallet cannot read what the program ${program} does with your account: it could take everything that you have on Solana.`,
    unknown: (program: string) => `The wallet cannot read what the program ${program} does.`,
    missing:
      'Some accounts of this transaction could not be found on the network, so it is unknown who gets something. Reject it unless you trust this site.',
    loaded:
      'Some accounts are not in the transaction but in a list on the network (lookup table). The wallet cannot verify that the network names them correctly.',
    handOver: (what: string, account: string, to: string | undefined) =>
      `It hands over ${what} (${account})${to ? ` to ${to}` : ''}. You cannot take it back.`,
    handOverSelf: (to: string | undefined) =>
      `It hands over your whole account${to ? ` to the program ${to}` : ''}: you can no longer use the SOL in it, and cannot take it back.`,
    signedMemo:
      'Whoever gets this signed can show that you signed the note: there are services that accept that as a login.',
    durableNonce:
      'This signature has no end: whoever has it can send the transaction at any time, even in years, also if your account has changed by then.',
    closeForOther: (to: string, amount: string | undefined) =>
      `What is left in the token account${amount ? `, ${amount},` : ''} goes to ${to}, not to you.`,
    sharedAccount:
      'It sends to a token account of yours that somebody else may take from or close: it may not stay yours.',
    burn: (amount: string) => `It destroys ${amount}. Nobody gets them, and nobody can bring them back.`,
    allowAll: (name: string) =>
      `There is no limit for ${name}: the spender can take all of it, without asking you again.`,
    allow: 'The spender can take this without asking you again.',
    shared: (owner: string) =>
      `You sign for ${owner}, an account that several people own. What it sends is not only yours.`,
    act: (text: string) => `It ${text}`,
    unprovenToken: 'Which token leaves is known only from the network. The wallet cannot verify it.',
    unprovenRecipient:
      'Who owns the token account that receives is known only from the network. The wallet cannot verify it.',
    imitation: (symbol: string, mint: string) =>
      `A token (${mint}) calls itself ${symbol}, but it is not the well-known ${symbol}.`,
    notSimulated: 'Could not simulate the transaction: more may change than is shown.',
    wouldFail: (failure: string) => `${failure} Then only the fee leaves your account.`,
    wouldFailLater: (reason: string) =>
      `It would fail now (${reason}), but the site can send it later, when it may succeed.`,
    moreLeaves: 'The simulation shows that more leaves your account than the instructions say.',
    morePermissions: 'The simulation shows a permission that the instructions do not mention.',
    takenOver: 'The simulation shows that somebody else controls an account of yours afterwards.',
    otherNetwork:
      'This transaction may be for another network, where you could lose other coins: the chosen network does not know it. It may also have expired.',
    notTestNetwork:
      'This transaction may be for another network, where your coins have real value: the wallet cannot verify that it is for the chosen test network.',
    ofTransaction: (number: number, text: string) => `Transaction ${number}: ${text}`,
    lookAlike: (known: string) =>
      `This address only looks like ${known}, which you sent to before. It is a different address.`,
    newRecipient:
      'This is the first time you send to this address. Check the whole address before you approve.',
    newRecipients: 'Check every address that is new to you before you approve.',
    newSpender:
      'This is the first time you deal with this spender. Check the whole address before you approve.',
    noPrice: (names: string) => `There is no price for ${names}, so the value of ${names} is unknown.`,
    testNetwork: 'Test network: these coins have no real value.',
    total: (dollars: string, isAll: boolean) =>
      `The total value is about ${dollars}, including the fee${isAll ? '' : ', not counting what has no price'}.`,
    unread: (name: string, owner: string | undefined) =>
      `${owner === undefined ? `Your balance of ${name}` : `The ${name} of ${owner}`} could not be read.`,
    tooMuch: (have: string, owner: string | undefined) =>
      `${owner === undefined ? 'You have' : `${owner} has`} only ${have}, so this will probably fail. Then nothing is sent; at most you pay the fee.`,
    allowedTooMuch: (have: string) => `You have only ${have} now; what you get later can be taken too.`,
    withCosts: (amount: string) => `${amount}, with fees and deposits,`,
    share: (what: string, percent: bigint, name: string, owner: string | undefined) =>
      `${what} is ${percent}% of ${owner === undefined ? `your ${name}` : `the ${name} of ${owner}`}.`,
    highFee: 'The fee could be more than $50.',
    extremeFee: 'The fee could be more than $1,000.',
    highUnpricedFee: 'The fee could be a tenth of a SOL or more, and its price is unknown.',
    feeShare: 'The fee could be more than 5% of what you send.',
  },
} as const
