// Plain data without side effects: the manifest contains it.

/** Who pays the fees of others on both local EVM chains. All keys are public: never send them anything of value. */
export interface LocalSponsor {
  /** The paymaster, which the seed puts there with `deposit`. Its address follows from owner, signer and maxCost. */
  paymaster: `0x${string}`
  /** Account 9, the deployer. */
  owner: `0x${string}`
  /** Account 10 of the mnemonic; its key is in `keys/sponsor`. */
  signer: `0x${string}`
  /** Account 7, which sends operations; its key is in `keys/relayer`. */
  relayer: `0x${string}`
  /** The most that one operation may cost, in whole coins. */
  maxCost: string
  /** What the paymaster has at the EntryPoint, in whole coins. */
  deposit: string
}

export const localSponsor: LocalSponsor = {
  paymaster: '0x962afd6d7Bab4d85130CE91Bdfc9DD0Bd51cb375',
  owner: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  signer: '0xBcd4042DE499D14e55001CcbB24a551F3b954096',
  relayer: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  maxCost: '0.02',
  deposit: '10',
}
