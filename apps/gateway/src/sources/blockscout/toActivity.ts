import { readBatchInput } from '../../chains/evm/batches/readBatchInput.ts'
import { readPayee } from '../../chains/evm/blocks/readPayee.ts'
import type { CoinTransfer } from '../../chains/evm/indexer/coins/CoinReader.ts'
import type { KnownTransaction } from '../../chains/shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../chains/shared/activity/TokenTransfer.ts'
import type { InternalAnswer, TokenTransferAnswer, TransactionAnswer } from './schemas.ts'

const standards: Readonly<Record<string, TokenTransfer['standard']>> = {
  'ERC-20': 'erc20',
  'ERC-721': 'erc721',
  'ERC-1155': 'erc1155',
}

/** Converts a Blockscout transaction; undefined while pending. */
export function toKnownTransaction(item: TransactionAnswer): KnownTransaction | undefined {
  const blockNumber = item.block_number ?? item.block
  const timestamp = Math.floor(Date.parse(item.timestamp ?? '') / 1000)
  if (blockNumber === null || blockNumber === undefined || !(timestamp > 0)) return undefined
  const sender = item.from.hash.toLowerCase()
  const recipient = item.created_contract ? null : (item.to?.hash.toLowerCase() ?? null)
  return {
    hash: item.hash.toLowerCase(),
    blockNumber,
    blockHash: '',
    txIndex: item.position ?? 0,
    timestamp,
    sender,
    recipient,
    value: item.value,
    nonce: item.nonce,
    selector: item.raw_input.slice(0, 10).toLowerCase(),
    payee: readPayee(item.raw_input),
    status: item.status === 'error' ? 0 : 1,
    created: item.created_contract?.hash.toLowerCase() ?? null,
    input: readBatchInput({ sender, recipient, input: item.raw_input }),
    delegate: toDelegate(item, sender),
    // Internal transactions show whether the calls of a batch were made.
    hasCode: null,
    operations: [],
  }
}

/** Returns the contract that the sender has made its code, like `readDelegate`; Blockscout has recovered who signed. */
function toDelegate({ authorization_list: all, nonce }: TransactionAnswer, sender: string): string {
  const own = all?.filter(({ authority, nonce: its }) => authority.toLowerCase() === sender && its > nonce)
  const last = own?.at(-1)
  return (last?.address_hash ?? last?.address ?? '').toLowerCase()
}

/** Converts a token transfer of a transaction; empty for unsupported token types. */
export function toTokenTransfer({ blockHash, txIndex, hash }: KnownTransaction) {
  return (item: TokenTransferAnswer, subIndex: number): TokenTransfer[] => {
    const standard = standards[item.token.type]
    const token = (item.token.address_hash ?? item.token.address)?.toLowerCase()
    if (!standard || !token) return []
    return [
      {
        blockNumber: item.block_number,
        blockHash,
        txIndex,
        txHash: hash,
        logIndex: item.log_index,
        subIndex,
        standard,
        token,
        sender: item.from.hash.toLowerCase(),
        recipient: item.to.hash.toLowerCase(),
        tokenId: standard === 'erc20' ? null : (item.total?.token_id ?? null),
        amount: standard === 'erc721' ? '1' : (item.total?.value ?? '0'),
      },
    ]
  }
}

/** Converts an internal transaction to a coin transfer. */
export function toCoinTransfer({ blockNumber, blockHash, txIndex, hash }: KnownTransaction) {
  return (item: InternalAnswer): CoinTransfer => ({
    blockNumber,
    blockHash,
    txIndex,
    txHash: hash,
    trace: String(item.index),
    sender: item.from.hash.toLowerCase(),
    recipient: item.to?.hash.toLowerCase() ?? '',
    amount: item.value,
  })
}
