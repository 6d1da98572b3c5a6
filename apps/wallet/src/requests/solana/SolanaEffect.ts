import type { AccountChange } from './AccountChange.ts'
import type { Control } from './Control.ts'

/** A change of an account on Solana by a token program. `signers` are the accounts that can authorise it: the owner, or those of a shared owner. */
type OfTokens = {
  /** The token account that is concerned. */
  source: string
  program: string
  signers: string[]
  /** Only if it is in the instruction. */
  mint?: string | undefined
  decimals?: number | undefined
}

/** What an instruction does, as far as its bytes say. Amounts of SOL are in lamports, of tokens in base units. */
export type SolanaEffect =
  | { type: 'pay'; from: string; to: string; lamports: bigint }
  /** A token account is opened for an owner, if there is none yet. `lamports` is what it holds as rent, at most. */
  | {
      type: 'open'
      from: string
      account: string
      owner: string
      mint: string
      program: string
      lamports: bigint
    }
  | ({ type: 'transfer'; destination: string; amount: bigint } & OfTokens)
  | ({ type: 'burn'; amount: bigint } & OfTokens)
  | ({ type: 'delegate'; delegate: string; amount: bigint } & OfTokens)
  | ({ type: 'revoke' } & OfTokens)
  /** A token account is closed, and the SOL in it goes to `destination`. */
  | ({ type: 'close'; destination: string } & OfTokens)
  /** Somebody else controls an account from then on. */
  | { type: 'giveAway'; what: Control; account: string; to: string | undefined; signers: string[] }
  /** Something else than SOL and tokens changes. */
  | ({ type: 'act'; signers: string[] } & AccountChange)
  /** The signature has no end: it is valid until the nonce of this account is used. */
  | { type: 'durableNonce'; account: string }
  | { type: 'memo'; text: string }
  /** The instruction cannot be read. `uses` are the accounts that it gets. */
  | { type: 'unknown'; program: string; uses: string[] }
