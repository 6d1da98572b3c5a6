import type { Hex } from 'viem'
import type { Owner } from './Owner.ts'

/** The account that a call is made by: the visitor's, or a Safe that the visitor is an owner of. */
export type Caller = { address: Hex; caller?: 'you' | 'safe' | undefined }

/** Returns whose assets those of an address are. */
export function ownerOf(from: string, { address, caller = 'you' }: Caller): Owner {
  return from.toLowerCase() === address.toLowerCase() ? caller : 'other'
}
