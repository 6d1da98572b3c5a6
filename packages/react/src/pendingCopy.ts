/** Texts of the list of payments that are under way. Loaded with it. */
export const pendingCopy = {
  'pending.title': 'Under way',
  'pending.payment': 'Send',
  'pending.status.wallet': 'In your wallet',
  'pending.status.rejected': 'Not sent',
  'pending.status.unsent': 'Not sent',
  'pending.status.sent': 'Waiting for the network',
  'pending.status.confirmed': 'Confirmed',
  'pending.status.failed': 'Failed',
  'pending.status.replaced': 'Replaced',
  'pending.status.expired': 'Expired',
  'pending.status.unknown': 'Not known yet',
  'pending.status.dropped': 'Dropped',
} as const satisfies Record<string, string>
