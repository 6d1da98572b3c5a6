import { announceProvider } from '../evm/announceProvider.ts'
import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '../evm/createEvmWallet.ts'
import type { WalletInfo } from '../evm/createWalletInfo.ts'
import type { Eip1193Provider, Eip1193Request } from '../evm/eip1193.ts'
import { pageWindow } from '../evm/pageWindow.ts'

/** Options of the honest wallet inside. Its one chain is 31337, without an RPC, unless told otherwise. */
export type HostileOptions = Partial<EvmWalletOptions>

/** A wallet that breaks one rule and keeps the others. */
export type HostileWallet = {
  /** Typed as a provider should be; whether it is one depends. */
  readonly provider: Eip1193Provider
  readonly info: Readonly<WalletInfo>
  announce(target?: EventTarget | undefined): () => void
  /** The honest wallet inside, which answers what is not spoiled. */
  readonly honest: EvmWallet
}

/** How a request is spoiled: `next` asks the honest wallet. What it returns is handed out as it is. */
export type SpoiledRequest = (request: Eip1193Request, next: Eip1193Provider['request']) => unknown

/** Builds a hostile wallet around an honest one. */
export function hostileWallet({
  options = {},
  request,
  members = {},
}: {
  options?: HostileOptions | undefined
  request?: SpoiledRequest | undefined
  /** Members of the provider to replace; `undefined` takes one away. */
  members?: Partial<Record<keyof Eip1193Provider, unknown>> | undefined
}): HostileWallet {
  const honest = createEvmWallet({ chains: [{ chainId: 31337 }], origin: 'http://localhost', ...options })
  const next = honest.provider.request
  const all = {
    ...honest.provider,
    ...(request ? { request: (given: Eip1193Request) => request(given, next) } : {}),
    ...members,
  }
  const present = Object.entries(all).filter(([, member]) => member !== undefined)
  const provider = Object.fromEntries(present) as unknown as Eip1193Provider
  return {
    provider,
    info: honest.info,
    honest,
    announce: (target: EventTarget = pageWindow()) =>
      announceProvider({ detail: { info: honest.info, provider }, target, legacy: options.legacy ?? false }),
  }
}
