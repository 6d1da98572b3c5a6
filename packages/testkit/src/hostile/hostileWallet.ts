import { announceProvider } from '../evm/announceProvider.ts'
import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '../evm/createEvmWallet.ts'
import type { WalletInfo } from '../evm/createWalletInfo.ts'
import type { Eip1193Provider, Eip1193Request } from '../evm/eip1193.ts'
import { pageWindow } from '../evm/pageWindow.ts'

/** Options of the honest wallet inside. Default: one chain, 31337, without an RPC URL. */
export type HostileOptions = Partial<EvmWalletOptions>

/** A wallet that violates one rule and follows the others. */
export type HostileWallet = {
  /** Typed as a provider, although it may not be a valid one. */
  readonly provider: Eip1193Provider
  readonly info: Readonly<WalletInfo>
  announce(target?: EventTarget | undefined): () => void
  /** The honest wallet inside, which handles everything that is not overridden. */
  readonly honest: EvmWallet
}

/** Overrides requests. `next` forwards to the honest wallet. The return value is passed on unchanged. */
export type RequestOverride = (request: Eip1193Request, next: Eip1193Provider['request']) => unknown

/** Creates a hostile wallet from an honest one. */
export function hostileWallet({
  options = {},
  request,
  members = {},
}: {
  options?: HostileOptions | undefined
  request?: RequestOverride | undefined
  /** Members of the provider to replace; `undefined` removes one. */
  members?: Partial<Record<keyof Eip1193Provider, unknown>> | undefined
}): HostileWallet {
  const honest = createEvmWallet({ chains: [{ chainId: 31337 }], origin: 'http://localhost', ...options })
  const next = honest.provider.request
  const all = {
    ...honest.provider,
    ...(request ? { request: (argument: Eip1193Request) => request(argument, next) } : {}),
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
