import type { CaipAddress } from '../caip/caipAddress.ts'

/** The fields of every name message. Times are ISO 8601 in UTC, with milliseconds. */
type NameMessageBase = {
  /** The full name, normalised according to ENSIP-15, such as `alice.portico.local`. */
  name: string
  /** The account that signs. */
  owner: CaipAddress
  /** The origin of the gateway. The signature is invalid at any other gateway. */
  gateway: string
  /** A single-use nonce issued by the gateway. */
  nonce: string
  issuedAt: string
  expirationTime: string
}

/** A message that an account signs to register or change a name. */
export type NameMessage =
  | (NameMessageBase & { action: 'register' })
  | (NameMessageBase & { action: 'release' })
  | (NameMessageBase & { action: 'set-attributes'; attributes: Readonly<Record<string, string>> })
  | (NameMessageBase & {
      action: 'set-address'
      /** SLIP-44 coin type, or ENSIP-11 for EVM chains other than Ethereum. */
      coinType: number
      address: string
    })

/** The first words of each message. */
export const nameVerbs = {
  register: 'Register the name',
  release: 'Give up the name',
  'set-attributes': 'Change the attributes of the name',
  'set-address': 'Change an address of the name',
} as const satisfies Record<NameMessage['action'], string>
