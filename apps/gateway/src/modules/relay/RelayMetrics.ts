/** What the relay counts. Never by topic or client: both are secrets, and there are too many. */
export type RelayMetrics = {
  onPublish(outcome: 'stored' | 'repeated' | 'refused'): void
  onPush(): void
  onReceipt(): void
  onClose(code: number): void
}
