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
    | DefiOperation
  /** Whether the account itself signed the transaction. */
  isOwn: boolean
  movements: Movement[]
  sentFrom: string
  sentTo: string
}
