/** How long to wait for a wallet to announce itself, and then to answer, in milliseconds. */
const timeouts = { announceMs: 1_500, answerMs: 5_000 }
/** Longer for connectors whose code is downloaded first. */
const lazyConnectorIds = ['walletConnect', 'ID_AUTH']
const lazyTimeouts = { announceMs: 15_000, answerMs: 15_000 }

/** Returns how long reconnecting a wallet after a page load may take. */
export function reconnectTimeouts(connectorId: string): { announceMs: number; answerMs: number } {
  return lazyConnectorIds.includes(connectorId) ? lazyTimeouts : timeouts
}
