/** The views that send, swap, buy, fund and pay, each with the data it needs. Their code, texts and styles are loaded with the first of them. */
export type MoneyView =
  | { name: 'send' }
  | { name: 'send-token' }
  | { name: 'send-preview' }
  /** The progress of a payment; `id` is that of an entry of `state.money.pending`. */
  | { name: 'send-confirmed'; id: string }
  | { name: 'buy' }
  | { name: 'buy-token' }
  | { name: 'buy-currency' }
  /** `provider` is its name. `link`: its page, if the browser blocked the window. */
  | { name: 'buy-progress'; sessionId: string; provider: string; link?: string | undefined }
  | { name: 'buy-activity' }
  | { name: 'what-is-buying' }
  | { name: 'fund' }
  /** What the application asks the visitor to pay: `state.money.pay`. */
  | { name: 'pay' }
  | { name: 'pay-request' }
  | { name: 'swap' }
  /** Chooses the token that is paid (`from`) or bought (`to`). */
  | { name: 'swap-token'; side: 'from' | 'to' }
  /** The preview of a swap, and then its progress. */
  | { name: 'swap-preview' }
