import type { MessageCodec } from './MessageCodec.ts'
import type { SignInNamespace } from './signInNamespace.ts'

const loaders: Record<SignInNamespace, () => Promise<MessageCodec>> = {
  eip155: async () => (await import('./eip155Codec.ts')).eip155Codec,
  bip122: async () => (await import('./bip122Codec.ts')).bip122Codec,
  solana: async () => (await import('./solanaCodec.ts')).solanaCodec,
}

/** Loads the codec of one namespace, so that a page does not load the code of the others. */
export function loadCodec(namespace: SignInNamespace): Promise<MessageCodec> {
  return loaders[namespace]()
}
