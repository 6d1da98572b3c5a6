import type { Hex } from 'viem'
import type { Description, Fact, Warning } from '../../approve/Description.ts'
import type { Asset } from '../Effect.ts'
import type { TypedValue } from '../hashTypedData.ts'
import type { Party } from '../partyWarnings.ts'
import type { AssetFacts, Assets } from '../readAssets.ts'

/** The description of typed data of a known kind. */
export type RecognisedTypedData = {
  title: string
  facts: Fact[]
  warnings: Warning[]
  /**
   * What others can take with the signature, at most: `nothing` if it only takes something back, and undefined if that is not
   * known.
   */
  taken: readonly Asset[] | 'nothing' | undefined
  /** Addresses that get something, or may take something, with the signature. */
  parties?: readonly Party[]
  /** What can be lost, if it is not the visitor's money. */
  stake?: Description['stake']
}

/** The fields of a struct, as they went into the hash. */
export type TypedFields = Readonly<Record<string, TypedValue>>

export type RecogniseParameters = {
  primaryType: string
  domain: TypedFields
  message: TypedFields
  /** The account that signs. */
  address: Hex
  /** The chosen network, as a CAIP-2 chain ID. */
  chainId: string
  /** Milliseconds since 1970. */
  now: number
  assets: Assets
  /** Returns what is known about a token, and registers that it should be read. */
  tokenOf(token: string): Partial<AssetFacts>
}

/** Describes typed data of one kind; undefined for any other. */
export type Recognise = (parameters: RecogniseParameters) => RecognisedTypedData | undefined
