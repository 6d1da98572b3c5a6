import type { CaipAddress } from '../caip/caipAddress.ts'

/** What every name message says; times are ISO 8601 in UTC, to the millisecond. */
type NameMessageBase = {
  /** The whole name, normalised by ENSIP-15: `alice.portico.local`. */
  name: string
  /** Who signs. */
  owner: CaipAddress
  /** Origin of the gateway that keeps the name: the signature is worth nothing at another one. */
  gateway: string
  /** Given out by that gateway, for one use. */
  nonce: string
  issuedAt: string
  expirationTime: string
}

/** What an account signs to change something about a name. */
export type NameMessage =
  | (NameMessageBase & { action: 'register' })
  | (NameMessageBase & { action: 'release' })
  | (NameMessageBase & { action: 'set-attributes'; attributes: Readonly<Record<string, string>> })
  | (NameMessageBase & {
      action: 'set-address'
      /** SLIP-44, or ENSIP-11 for EVM chains other than Ethereum. */
      coinType: number
      address: string
    })

/** How each message begins. */
export const nameVerbs = {
  register: 'Register the name',
  release: 'Give up the name',
  'set-attributes': 'Change the attributes of the name',
  'set-address': 'Change an address of the name',
} as const satisfies Record<NameMessage['action'], string>
