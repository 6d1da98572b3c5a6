/** A request that waits for the visitor in the wallet's frame. */
export interface EmbeddedRequest {
  id: string
  method: string
}

/** Where logging in stands. `matchCode`: the digits that the page behind the mailed link shows too. */
export type EmbeddedLogin =
  | { step: 'none' }
  | { step: 'device'; email: string; matchCode: string | undefined }
  | { step: 'code'; email: string }

/** What the kit knows of the embedded wallet. Plain data; the frame itself lies beside the state. */
export interface EmbeddedState {
  /** The address that logged in last and was not logged out since. */
  email: string | undefined
  login: EmbeddedLogin
  /** In the order they came; the frame shows the first. */
  requests: readonly EmbeddedRequest[]
  /** What the frame draws now, and how many CSS pixels it needs. */
  surface: { view: 'none' | 'code' | 'connect' | 'signature' | 'transaction'; height: number }
}

export const initialEmbeddedState: EmbeddedState = {
  email: undefined,
  login: { step: 'none' },
  requests: [],
  surface: { view: 'none', height: 0 },
}
