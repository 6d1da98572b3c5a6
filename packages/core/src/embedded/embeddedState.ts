import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { FrameView } from '@portico/protocol/frame'
import type { Account } from '../connection.ts'
import type { TransferOutcome } from '../money/NamespaceTransfers.ts'
import type { AccountType } from './AccountType.ts'
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

/** A change of the smart account that the visitor has asked for in this visit, and how far it is. */
export interface SmartAccountChange {
  /** Turning its features off, revoking one permission, or revoking all permissions on the network. */
  kind: 'turn-off' | 'revoke' | 'revoke-all'
  networkId: CaipNetworkId
  /** The permission to revoke, for the kind `revoke`. */
  permissionId?: string | undefined
  /**
   * `wallet`: waits for the visitor's approval. `rejected`, `unsent`, `limited`: nothing was sent, the last one because this page has
   * asked too often. `sent`: waits for the block. `unknown`: the wallet or the network did not say in time how it ended.
   */
  status: 'wallet' | 'rejected' | 'unsent' | 'limited' | 'sent' | 'unknown' | TransferOutcome
  hash?: string | undefined
}

/** The state of the embedded wallet, as plain data. */
export interface EmbeddedState {
  /** The e-mail address of the current login, or of the last one if it was not logged out. */
  email: string | undefined
  /** The provider of the current login; undefined for a login by e-mail. */
  social?: LoginProvider | undefined
  /** The name of the user, if the login has one. */
  userName?: string | undefined
  /**
   * The accounts of a namespace that has several types of them: the one address with each type that it can have on the current network,
   * the type in use first. A connection has only that one.
   */
  accounts?: { readonly [namespace in NamespaceId]?: readonly Account[] } | undefined
  /** The preferred type of the account of such a namespace. On networks without smart accounts it is an EOA anyway. */
  preferredAccountTypes?: { readonly [namespace in NamespaceId]?: AccountType } | undefined
  /** Whether the smart-account features are on, on the current network. */
  smartAccountDeployed?: boolean | undefined
  /** The networks on which the Ethereum account can be a smart account; undefined until they are known. */
  smartAccountNetworkIds?: readonly CaipNetworkId[] | undefined
  /** At most one for each thing that can be changed, the latest last. */
  smartAccountChanges?: readonly SmartAccountChange[] | undefined
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
  accounts: undefined,
  preferredAccountTypes: undefined,
  smartAccountDeployed: undefined,
  smartAccountChanges: undefined,
  login: { step: 'none' },
  requests: [],
  surface: { view: 'none', height: 0 },
}
