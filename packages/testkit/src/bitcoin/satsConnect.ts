/** The response to a sats-connect request. Errors are responses too, never rejections. */
export type SatsConnectResponse =
  | { jsonrpc: '2.0'; id: string; result: unknown }
  | { jsonrpc: '2.0'; id: string; error: { code: number; message: string } }

/** The provider in `window.XverseProviders.BitcoinProvider`. */
export type SatsConnectProvider = {
  request(method: string, params?: unknown): Promise<SatsConnectResponse>
  addListener(event: { eventName: string; cb(payload: unknown): void }): () => void
}
