/** The sentences of the approval screens. */
export const copy = {
  headings: { connect: 'Connect', signature: 'Signature request', transaction: 'Transaction request' },
  askedBy: 'asked by',
  callsItself: (name: string) => `It calls itself “${name}”.`,
  approve: 'Approve',
  reject: 'Reject',
  close: 'Close',
  again: 'Try again',
  block: 'Block this site',
  hold: 'Unusual, and it could cost you. To go on, hold Approve for a moment.',
  holdTwice: 'With a screen reader, press Approve, wait two seconds and press it again.',
  details: 'Details',
  raw: 'Raw data',
  message: 'Message',
  signedOn: (host: string) => `Shown and signed on ${host}`,
  inWindow: 'Continue in the wallet window',
  whyWindow:
    'This browser cannot prove that you see all of the request here, so it is shown in a window of its own.',
  whyWindowRisk:
    'This could cost you a lot, so it is shown in a window of its own, which no page can cover or hide.',
  windowOpen: 'Go on in the wallet window.',
  windowApart:
    'Go on in the wallet window. If none has opened, allow pop-ups for this page and try again, or reject here.',
  windowUnreached:
    'The wallet window could not be reached. Check that you are online, then try again, or reject here.',
  windowLost: 'The wallet window was closed before you answered.',
  strayWindow: 'This window belongs to a request in another one. It can be closed.',
  windowAnswering: 'Sending your answer…',
  windowOver:
    'Your answer did not arrive, or nobody waits for it any more. Go back to the page and try again.',
  windowDone: 'Done. This window can be closed.',
  preparing: 'Looking at what this would do…',
  checking: 'Looking once more…',
  signing: 'Signing…',
  sending: 'Sending…',
  changed: 'Something changed since you looked. Check it once more.',
  connectTitle: (host: string) => `Connect to ${host}`,
} as const
