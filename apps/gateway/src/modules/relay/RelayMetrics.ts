/** Events that the relay counts. Never labelled by topic or client: both are secret, and their number is unbounded. */
export type RelayMetrics = {
  onPublish(outcome: 'stored' | 'repeated' | 'refused'): void
  onPush(): void
  onReceipt(): void
  onClose(code: number): void
}
