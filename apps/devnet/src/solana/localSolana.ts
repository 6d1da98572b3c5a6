// Plain values, as in the manifest they are part of.

/** A fungible token of the local Solana. */
export interface LocalSolanaToken {
  mint: string
  /** Ed25519 seed of the mint's address, hex: the mint is the same on every machine. */
  mintPrivateKey: `0x${string}`
  symbol: string
  name: string
  decimals: number
  /** SPL Token, or Token-2022. */
  program: string
}

/** A Metaplex-shaped NFT, or the collection of one. */
export interface LocalSolanaNft {
  mint: string
  mintPrivateKey: `0x${string}`
  name: string
  symbol: string
  /** A `data:` URI of JSON, so that it is shown without a network. */
  uri: string
  /** Account with name and URI, derived from the mint by the token metadata program. */
  metadata: string
  /** Account that holds the mint's authority, so that no second one can be minted. */
  edition: string
}

/** An account of the well-known test mnemonic at `m/44'/501'/<index>'/0'` (SLIP-10). Its key is public. */
export interface LocalSolanaAccount {
  role: 'visitor' | 'counterparty' | 'faucet'
  index: number
  address: string
  /** Ed25519 seed, hex. */
  privateKey: `0x${string}`
}

const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  /** Its accounts exist, its code does not. */
  tokenMetadata: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
} as const

const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 9V4a3 3 0 0 1 7 0v5H6V5a1 1 0 0 0-3 0v4'/></svg>"
const describe = (name: string): string =>
  `data:application/json,${JSON.stringify({ name, image: picture }).replace('#', '%23')}`

/** What differs between the local Solana networks. */
export interface LocalSolanaNetwork {
  /** CAIP-2. */
  caip2: string
  genesisHash: string
  name: string
  /** In the data folder: its journal. */
  file: string
  portVariable: string
  /** JSON-RPC and WebSocket; WebSocket also on the port after it, where web3.js looks for it. */
  defaultPort: number
}

/** The local Solana as it is after seeding. */
export const localSolana = {
  caip2: 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
  genesisHash: 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjzWN1zQRk1ZokD',
  name: 'Local Solana',
  file: 'solana.jsonl',
  portVariable: 'SOLANA_PORT',
  defaultPort: 8899,
  coin: { symbol: 'SOL', name: 'Solana', decimals: 9 },
  programs,
  tokens: [
    {
      mint: '7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c',
      mintPrivateKey: '0x928d5560652907d1cafa3fc1f728e88d5f36b02ebf35caf47ae87b7131ba3f23',
      symbol: 'DUSD',
      name: 'Dev Dollar',
      decimals: 6,
      program: programs.token,
    },
    {
      mint: 'CQteEHD1KTG6vi1sukSZdpPbEBZqT8mj5XttR9yk9trP',
      mintPrivateKey: '0x68bdbd894097896c586183f253430775d6e01127106820c531b1873cd54a2e7d',
      symbol: 'PBBL',
      name: 'Pebble',
      decimals: 9,
      program: programs.token2022,
    },
  ] satisfies [LocalSolanaToken, LocalSolanaToken],
  collection: {
    mint: 'DtRtsaEM6iHS9kougjqVcpvPtWkdnFuPzUbTVnGvpBMR',
    mintPrivateKey: '0x45695087a7c54ecce5631c281b047317cb71da9a6af0a1b46e28e9a5d002dfce',
    name: 'Local Arches',
    symbol: 'ARCH',
    uri: describe('Local Arches'),
    metadata: 'C72CkrtnpAbMd6Zj38vsY2nmCZHP6yaNRmx4CwswDozM',
    edition: '8gJxvh4nnDJh92A5TSz9cMK23AKdRHzrvKMCf6y3rAoL',
  } satisfies LocalSolanaNft,
  nft: {
    mint: '2gMxvFo5nUjxJV8HoNMcHCYYVdRrG1DFgfzD3JHgWV25',
    mintPrivateKey: '0x1a1ad2ddada8c2a4c4f831f11e490d0d4ecbdba39c503f47be82889c6cb10f01',
    name: 'Arch #1',
    symbol: 'ARCH',
    uri: describe('Arch #1'),
    metadata: '2TcovfCNTx6ouNJXHCDZeqvmDqUgrpdh3kngJASNsv4k',
    edition: 'HKGKwsoLk3bPsCrHybh8AYtGUy7A2EgkDBRAjwNFpsFN',
  } satisfies LocalSolanaNft,
  /** The visitor is first. */
  accounts: [
    {
      role: 'visitor',
      index: 0,
      address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      privateKey: '0xa01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
    },
    {
      role: 'counterparty',
      index: 1,
      address: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
      privateKey: '0x3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
    },
    {
      role: 'faucet',
      index: 8,
      address: '5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV',
      privateKey: '0xc0c8348480fd4d865ffe93e11ba3a3b2431eeaaf1bf795faaac1710ec6607309',
    },
  ] satisfies [LocalSolanaAccount, LocalSolanaAccount, LocalSolanaAccount],
}
