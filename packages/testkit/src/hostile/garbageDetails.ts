import type { HostileWallet } from './hostileWallet.ts'

/** Creates invalid EIP-6963 details from a valid one, by what is wrong with them. */
export const garbageDetails: Readonly<
  Record<string, (valid: Pick<HostileWallet, 'info' | 'provider'>) => unknown>
> = {
  null: () => null,
  undefined: () => undefined,
  text: () => 'wallet',
  empty: () => ({}),
  'no provider': ({ info }) => ({ info }),
  'no info': ({ provider }) => ({ provider }),
  'provider is null': ({ info }) => ({ info, provider: null }),
  'provider without request': ({ info }) => ({ info, provider: {} }),
  'info is null': ({ provider }) => ({ info: null, provider }),
  'info is empty': ({ provider }) => ({ info: {}, provider }),
  'uuid is no UUID': ({ info, provider }) => ({ info: { ...info, uuid: 'not a uuid' }, provider }),
  'uuid is an object': ({ info, provider }) => ({ info: { ...info, uuid: {} }, provider }),
  'rdns is markup': ({ info, provider }) => ({ info: { ...info, rdns: '<b>dev</b>' }, provider }),
  'rdns is a number': ({ info, provider }) => ({ info: { ...info, rdns: 7 }, provider }),
  'rdns is __proto__': ({ info, provider }) => ({ info: { ...info, rdns: '__proto__' }, provider }),
  'throwing getters': () => ({
    get info() {
      throw new Error('getter of info')
    },
    get provider() {
      throw new Error('getter of provider')
    },
  }),
  'info with throwing getters': ({ provider }) => ({
    provider,
    info: {
      get name() {
        throw new Error('getter of name')
      },
    },
  }),
  // Not frozen, and with another name on each read.
  'info that changes': ({ info, provider }) => {
    let count = 0
    return {
      provider,
      info: {
        ...info,
        get name() {
          return `Wallet ${count++}`
        },
      },
    }
  },
}
