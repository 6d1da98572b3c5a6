import { createXverseProvider } from '../bitcoin/createXverseProvider.ts'

/** Installs values in the properties of `window` where Bitcoin wallets are expected. */
export type BitcoinWindow = {
  put(target: object): void
  /** The wallets that are real; all other values are invalid. */
  honest: readonly ('xverse' | 'okx' | 'phantom' | 'leather' | 'unisat')[]
}

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('Reading a member of the wallet throws.')
    },
  },
)

/** States in which conflicting extensions leave a window, by what is wrong. */
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
            throw new Error('Reading the property throws.')
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
