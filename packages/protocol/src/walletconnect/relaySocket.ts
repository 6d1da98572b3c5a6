/**
 * The part of the `WebSocket` interface that relay clients use. The `WebSocket` of browsers and Node implements it.
 */
export interface RelaySocket {
  /** 1 means open. */
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
}

/** Opens a socket to a URL. */
export type CreateRelaySocket = (url: string) => RelaySocket

/** Opens a `WebSocket`. */
export const openRelaySocket: CreateRelaySocket = (url) => new WebSocket(url)
