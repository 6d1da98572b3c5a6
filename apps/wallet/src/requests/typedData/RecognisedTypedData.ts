import type { Fact, Risk, Warning } from '../../approve/Description.ts'
import type { TokenFacts } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'

/** The description of typed data of a known kind. */
export type RecognisedTypedData = { title: string; facts: Fact[]; warnings: Warning[]; risk: Risk }

/** The fields of a struct, as they went into the hash. */
export type TypedFields = Readonly<Record<string, TypedValue>>

export type RecogniseParameters = {
  primaryType: string
  /** Whether the primary type is exactly one that a known standard or contract defines. */
  isStandard: boolean
  domain: TypedFields
  message: TypedFields
  /** The account that signs. */
  address: string
  /** The chosen network, as a CAIP-2 chain ID. */
  chainId: string
  /** Milliseconds since 1970. */
  now: number
  /** Returns what is known about a token, and registers that it should be read. */
  tokenOf(token: string): TokenFacts
}

/** Describes typed data of one kind; undefined for any other. */
export type Recognise = (parameters: RecogniseParameters) => RecognisedTypedData | undefined
