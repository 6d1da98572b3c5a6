import type { SponsorPaymasterTerms } from '@portico/contracts'
import type { CaipNetworkId } from '@portico/protocol'

type Address = `0x${string}`
type Hex = `0x${string}`

/** Configuration of operations whose fee is paid by a project, or in a token. */
export type SponsorConfig = {
  /** Private key that makes the paymasters pay. */
  signerKey: Hex
  /** Private key of the account that sends operations to the EntryPoint; undefined if every network has an external bundler. */
  relayerKey: Hex | undefined
  /** The networks with a paymaster. */
  networks: ReadonlyMap<CaipNetworkId, SponsorNetwork>
  /** What each project pays for, by project ID and network. */
  projects: ReadonlyMap<string, ReadonlyMap<CaipNetworkId, SponsorPolicy>>
}

/** Sponsoring on one network. Amounts are in wei. */
export type SponsorNetwork = {
  /** Address of the paymaster, which follows from its terms. */
  paymaster: Address
  terms: SponsorPaymasterTerms
  /** Balance of the paymaster at the EntryPoint below which nothing more is sponsored. */
  depositFloor: bigint
  /** Balance of the relayer below which it sends nothing more. */
  relayerFloor: bigint
  /** An ERC-7769 bundler of somebody else; undefined = the gateway sends operations itself. */
  bundlerUrl: string | undefined
  /** The account that sends operations; undefined if somebody else's bundler does. */
  relayer: Address | undefined
  /** The tokens in which visitors may pay fees. */
  feeTokens: readonly FeeToken[]
}

/** A token in which visitors may pay the fee of an operation. */
export type FeeToken = {
  address: Address
  symbol: string
  decimals: number
  /** The account that receives the tokens. */
  collector: Address
  /** Added to the price of the operation, in percent. */
  markupPercent: number
  /** Fixed price, in smallest units of the token for one wei; undefined = the gateway's prices of the coin and of the token. */
  rate: { units: bigint; wei: bigint } | undefined
}

/** What a project pays for on one network. */
export type SponsorPolicy = {
  /** Selectors (four bytes, lower case) of the functions that may be called, by lower-case address of the contract. */
  allow: ReadonlyMap<Address, ReadonlySet<Hex>>
  /** Hosts of paymasters of others (ERC-7677) that may pay for the project's operations, in lower case. */
  paymasterHosts: ReadonlySet<string>
  /** Limits per day (UTC). Amounts are in wei. */
  perDay: {
    /** Operations of one user. */
    userOperations: number
    /** What one user's operations may cost. */
    userWei: bigint
    /** What all operations of the project may cost. */
    projectWei: bigint
    /** Permissions that one account may revoke, also when its user has reached the limits above; 0: none. */
    revocations: number
  }
}
