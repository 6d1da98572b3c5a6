import type { FrameView } from '@portico/protocol/frame'
import type { LoginProvider } from './LoginProvider.ts'

/** A request that waits for the visitor's approval in the wallet's frame. */
export interface EmbeddedRequest {
  id: string
  method: string
}

/** The step of the login. `matchCode`: two digits to type on the page behind the mailed link. */
export type EmbeddedLogin =
  | { step: 'none' }
  | { step: 'device'; email: string; matchCode: string | undefined }
  | { step: 'code'; email: string }

/** The state of the embedded wallet, as plain data. */
export interface EmbeddedState {
  /** The e-mail address of the current login, or of the last one if it was not logged out. */
  email: string | undefined
  /** The provider of the current login; undefined for a login by e-mail. */
  social?: LoginProvider | undefined
  /** The name of the user, if the login has one. */
  userName?: string | undefined
  smartAccountDeployed?: boolean | undefined
  login: EmbeddedLogin
  /** In the order of arrival. The frame shows the first. */
  requests: readonly EmbeddedRequest[]
  /** What the frame shows now, and the height it needs in CSS pixels. */
  surface: { view: FrameView; height: number }
}

export const initialEmbeddedState: EmbeddedState = {
  email: undefined,
  social: undefined,
  userName: undefined,
  smartAccountDeployed: undefined,
  login: { step: 'none' },
  requests: [],
  surface: { view: 'none', height: 0 },
}
