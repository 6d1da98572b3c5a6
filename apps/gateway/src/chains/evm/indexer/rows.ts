import type { Tables } from '../../../infra/database/Tables.ts'
import type { KnownTransaction, OperationResult } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { UserOperation } from '../../shared/activity/UserOperation.ts'
import type { CoinTransfer } from './coins/CoinReader.ts'

/** Converts a token transfer to a table row. */
export function toTransferRow(chain: string, transfer: TokenTransfer): Tables['transfers'] {
  return {
    chain,
    block_number: transfer.blockNumber,
    log_index: transfer.logIndex,
    sub_index: transfer.subIndex,
    tx_index: transfer.txIndex,
    tx_hash: transfer.txHash,
    block_hash: transfer.blockHash,
    standard: transfer.standard,
    token: transfer.token,
    sender: transfer.sender,
    recipient: transfer.recipient,
    token_id: transfer.tokenId,
    amount: transfer.amount,
  }
}

/** Converts a table row to a token transfer. */
export function fromTransferRow(row: Tables['transfers']): TokenTransfer {
  return {
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    txIndex: row.tx_index,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    subIndex: row.sub_index,
    standard: row.standard,
    token: row.token,
    sender: row.sender,
    recipient: row.recipient,
    tokenId: row.token_id,
    amount: row.amount,
  }
}

/** Converts a transaction to a table row. */
export function toTransactionRow(chain: string, transaction: KnownTransaction): Tables['transactions'] {
  return {
    chain,
    hash: transaction.hash,
    block_number: transaction.blockNumber,
    tx_index: transaction.txIndex,
    block_hash: transaction.blockHash,
    timestamp: transaction.timestamp,
    sender: transaction.sender,
    recipient: transaction.recipient,
    value: transaction.value,
    nonce: transaction.nonce,
    selector: transaction.selector,
    payee: transaction.payee,
    created: transaction.created,
    status: transaction.status,
    input: transaction.input,
    delegate: transaction.delegate,
    has_code: transaction.hasCode === null ? null : Number(transaction.hasCode),
    operations: transaction.operations.length === 0 ? null : JSON.stringify(transaction.operations),
  }
}

/** Converts a table row to a transaction. */
export function fromTransactionRow(row: Tables['transactions']): KnownTransaction {
  return {
    hash: row.hash,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    txIndex: row.tx_index,
    timestamp: row.timestamp,
    sender: row.sender,
    recipient: row.recipient,
    value: row.value,
    nonce: row.nonce,
    selector: row.selector,
    payee: row.payee,
    created: row.created,
    status: row.status,
    input: row.input,
    delegate: row.delegate,
    hasCode: row.has_code === null ? null : row.has_code === 1,
    operations: row.operations === null ? [] : (JSON.parse(row.operations) as OperationResult[]),
  }
}

/** Converts a user operation to a table row. */
export function toOperationRow(chain: string, operation: UserOperation): Tables['user_operations'] {
  return {
    chain,
    block_number: operation.blockNumber,
    log_index: operation.logIndex,
    tx_index: operation.txIndex,
    tx_hash: operation.txHash,
    block_hash: operation.blockHash,
    sender: operation.sender,
  }
}

/** Converts a coin transfer to a table row. */
export function toCoinRow(chain: string, transfer: CoinTransfer): Tables['coin_transfers'] {
  return {
    chain,
    block_number: transfer.blockNumber,
    block_hash: transfer.blockHash,
    tx_index: transfer.txIndex,
    tx_hash: transfer.txHash,
    trace: transfer.trace,
    sender: transfer.sender,
    recipient: transfer.recipient,
    amount: transfer.amount,
  }
}

/** Converts a table row to a coin transfer. */
export function fromCoinRow(row: Tables['coin_transfers']): CoinTransfer {
  return {
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    txIndex: row.tx_index,
    txHash: row.tx_hash,
    trace: row.trace,
    sender: row.sender,
    recipient: row.recipient,
    amount: row.amount,
  }
}
