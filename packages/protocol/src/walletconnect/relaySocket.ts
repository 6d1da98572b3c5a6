/** The part of the WebSocket interface that clients of a relay use. A browser's and Node's `WebSocket` fit. */
export interface RelaySocket {
  /** 1 is open. */
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
}

/** Opens a socket to an address. */
export type CreateRelaySocket = (url: string) => RelaySocket

/** The page's own `WebSocket`. */
export const openRelaySocket: CreateRelaySocket = (url) => new WebSocket(url)
