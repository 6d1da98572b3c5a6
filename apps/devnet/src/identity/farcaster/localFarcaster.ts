/** A key of a person. It is public: never send anything of value to its address. */
export interface LocalFarcasterKey {
  address: `0x${string}`
  privateKey: `0x${string}`
}

/** A Farcaster account of one of the people of the identity server. */
export interface LocalFarcasterAccount {
  /** ID of the person. */
  person: string
  fid: number
  username: string
  /** Owns the account in the IdRegistry; one of the accounts of the test mnemonic. */
  custody: LocalFarcasterKey
  /** May sign logins too: a key of type 2 in the KeyRegistry. */
  authAddress: LocalFarcasterKey
}

/** The local imitation of Farcaster: its relay, its registries and the people with an account. */
export const localFarcaster = {
  /** Path of the relay and of the app's pages on the identity server. */
  path: '/farcaster',
  /** Key with which the app authenticates at the relay. */
  relayKey: 'local-farcaster-relay-key',
  /** The chain with the registries (CAIP-2), at the addresses that they have on OP Mainnet. */
  chain: 'eip155:31337',
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
  accounts: [
    {
      person: 'ada',
      fid: 1001,
      username: 'ada',
      custody: {
        address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
        privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
      },
      authAddress: {
        address: '0xBcd4042DE499D14e55001CcbB24a551F3b954096',
        privateKey: '0xf214f2b2cd398c806f84e317254e0f0b801d0643303237d97a22a48e01628897',
      },
    },
    {
      person: 'ben',
      fid: 1002,
      username: 'benkeller',
      custody: {
        address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
        privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
      },
      authAddress: {
        address: '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
        privateKey: '0x701b615bbdfb9de65240bc28bd21bbc0d996645a3dd57e7b12bc2bdf6f192c82',
      },
    },
    {
      person: 'cleo',
      fid: 1003,
      username: 'cleo.eth',
      custody: {
        address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
        privateKey: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
      },
      authAddress: {
        address: '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
        privateKey: '0xa267530f49f8280200edf313ee7af6b827f2a8bce2897751d06a843f644967b1',
      },
    },
  ] as readonly LocalFarcasterAccount[],
} as const
