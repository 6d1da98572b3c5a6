import type { TransferDirection } from '@portico/protocol/gateway'
import type { TokenTransfer } from './TokenTransfer.ts'

/** An operation of a lending, staking or rewards protocol. */
export type DefiOperation = 'deposit' | 'withdraw' | 'borrow' | 'repay' | 'claim'

/** One transfer from the account's point of view. */
export type Movement = {
  direction: TransferDirection
  /** The counterparty's address. */
  other: string
  asset: { kind: 'native' } | { kind: 'token'; transfer: TokenTransfer }
  /** Base units. */
  amount: string
}

/** One call of a batch, from the account's point of view. */
export type CallDescription = {
  operationType: 'send' | 'approve' | 'execute'
  /** The recipient that the account has signed, or the called contract. */
  sentTo: string
  /** The payment, if it is one. */
  movement: Movement | undefined
}

/** What a transaction meant for an account. */
export type TransactionDescription = {
  operationType:
    | 'send'
    | 'receive'
    | 'mint'
    | 'burn'
    | 'approve'
    | 'trade'
    | 'deploy'
    | 'execute'
    /** The account was given its code, or it was taken away (EIP-7702). */
    | 'upgrade'
    | 'downgrade'
    /** A permission of the account was ended, or all of them (ERC-7710). */
    | 'revoke'
    | 'revokeAll'
    | DefiOperation
  /** Whether the account itself signed the transaction, or its user operation in it. */
  isOwn: boolean
  isFailed: boolean
  movements: Movement[]
  /** The calls of a batch that does more than one thing. */
  calls: readonly CallDescription[]
  /** What the account paid in tokens for the transaction. */
  fee: Movement | undefined
  sentFrom: string
  /** Empty if it is not one. */
  sentTo: string
}
