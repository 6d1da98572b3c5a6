import { createXverseProvider } from '../bitcoin/createXverseProvider.ts'

/** Puts something into the places where Bitcoin wallets stand on `window`. */
export type BitcoinWindow = {
  put(target: object): void
  /** Which of the wallets there is one, by the names of the places; all others are none. */
  honest: readonly ('xverse' | 'okx' | 'phantom' | 'leather' | 'unisat')[]
}

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('The wallet throws on being looked at.')
    },
  },
)

/** A window in each state that extensions leave it in when they fight over it, by what is wrong. */
export const hostileBitcoinWindows: Readonly<Record<string, BitcoinWindow>> = {
  'one wallet in every place': {
    honest: ['xverse'],
    put(target) {
      const { provider } = createXverseProvider()
      const everything = { ...provider, connect: provider.request, requestAccounts: provider.request }
      Object.assign(target, {
        XverseProviders: { BitcoinProvider: everything },
        okxwallet: { bitcoin: everything },
        phantom: { bitcoin: everything },
        LeatherProvider: everything,
        unisat: everything,
      })
    },
  },
  'flags of others': {
    honest: [],
    put(target) {
      const request = async () => null
      Object.assign(target, {
        LeatherProvider: { request, isOkxWallet: true },
        unisat: { requestAccounts: request, isBitKeep: true },
        phantom: { bitcoin: { requestAccounts: request } },
      })
    },
  },
  'getters that throw': {
    honest: [],
    put(target) {
      for (const place of ['XverseProviders', 'okxwallet', 'phantom', 'LeatherProvider', 'unisat']) {
        Object.defineProperty(target, place, {
          configurable: true,
          get() {
            throw new Error('The place throws on being looked at.')
          },
        })
      }
    },
  },
  'objects whose members throw': {
    honest: [],
    put: (target) =>
      void Object.assign(target, {
        XverseProviders: { BitcoinProvider: throwing },
        okxwallet: throwing,
        phantom: { bitcoin: throwing },
        LeatherProvider: throwing,
        unisat: throwing,
        btc_providers: throwing,
      }),
  },
  'values that are no wallets': {
    honest: [],
    put: (target) =>
      void Object.assign(target, {
        XverseProviders: 'garbage',
        okxwallet: { bitcoin: 1 },
        phantom: { bitcoin: { isPhantom: true } },
        LeatherProvider: [],
        unisat: { requestAccounts: 'garbage' },
        btc_providers: [null, 1, { id: 'XverseProviders.BitcoinProvider', icon: 'javascript:alert(1)' }],
      }),
  },
}
