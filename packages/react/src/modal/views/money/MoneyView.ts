/** The views that send, swap and buy, each with the data it needs. Their code, texts and styles are loaded with the first of them. */
export type MoneyView =
  | { name: 'send' }
  | { name: 'send-token' }
  | { name: 'send-preview' }
  /** The progress of a payment; `id` is that of an entry of `state.money.pending`. */
  | { name: 'send-confirmed'; id: string }
