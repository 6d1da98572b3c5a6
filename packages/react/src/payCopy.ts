/** Texts of the views of a payment that the application asks for, headings included. Loaded with the first of them. */
export const payCopy = {
  'title.pay': 'Pay',
  'title.pay-request': 'Pay Another Way',

  'pay.asks': '{app} asks you to pay',
  'pay.to': 'To',
  'pay.network': 'Network',
  'pay.short': 'You don’t have enough {symbol} in this wallet.',
  'pay.swapFirst': 'Swap first',
  'pay.connect': 'Connect wallet',
  'pay.switch': 'Switch to {network}',
  'pay.with': 'Pay with {wallet}',
  'pay.underWay': 'Show the payment',
  'pay.another': 'Pay another way',
  'pay.qr': 'QR code of the payment',
  'pay.waiting': 'Scan with a wallet, or send from an exchange, on {network}. We wait until it arrives.',
  'pay.part': '{amount} has arrived, which is less than asked for. Send the rest.',
  'pay.copyAddress': 'Copy address',
  'pay.copyLink': 'Copy payment link',
  'pay.paid': 'Paid',
  'pay.paidHelp': 'The payment is on the network.',
} as const satisfies Record<string, string>
