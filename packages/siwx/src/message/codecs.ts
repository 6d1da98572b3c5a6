import { bip122Codec } from './bip122Codec.ts'
import { eip155Codec } from './eip155Codec.ts'
import type { MessageCodec } from './MessageCodec.ts'
import type { SignInNamespace } from './signInNamespace.ts'
import { solanaCodec } from './solanaCodec.ts'

/** The codecs of all namespaces, for synchronous use. `loadCodec` loads only one of them. */
export const codecs: Record<SignInNamespace, MessageCodec> = {
  eip155: eip155Codec,
  bip122: bip122Codec,
  solana: solanaCodec,
}
