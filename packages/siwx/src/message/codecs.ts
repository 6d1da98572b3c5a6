import type { NamespaceId } from '@portico/protocol'
import { bip122Codec } from './bip122Codec.ts'
import { eip155Codec } from './eip155Codec.ts'
import type { MessageCodec } from './MessageCodec.ts'
import { solanaCodec } from './solanaCodec.ts'

/** The chain families that have sign-in messages. To add one: a codec here, a verifier in `verify/`. */
export const codecs = { eip155: eip155Codec, bip122: bip122Codec, solana: solanaCodec } satisfies Partial<
  Record<NamespaceId, MessageCodec>
>

/** A chain family that has sign-in messages. */
export type SignInNamespace = keyof typeof codecs

/** The family of a CAIP-2 network id if it has sign-in messages. */
export function signInNamespace(chainId: string): SignInNamespace | undefined {
  const namespace = chainId.slice(0, Math.max(chainId.indexOf(':'), 0))
  return Object.hasOwn(codecs, namespace) ? (namespace as SignInNamespace) : undefined
}
