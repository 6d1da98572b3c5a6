import { decodeAbiParameters } from 'viem/utils'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'

/** The members of a log (`eth_getLogs`) that are used. */
export type NodeLog = {
  address: string
  topics: readonly string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  transactionIndex: string
  logIndex: string
  removed?: boolean | undefined
}

const zero = '0x0000000000000000000000000000000000000000'

/** Event topics. ERC-20 and ERC-721 share `Transfer`; the last two belong to WETH9. */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** Longer ERC-1155 batches are ignored as spam. */
const maxBatch = 200

/**
 * Decodes the token transfers in a log. Any contract can emit any log, so a log that does not match its standard
 * exactly contains none.
 */
export function decodeTransfers(log: NodeLog): TokenTransfer[] {
  const [event, first, second, third] = log.topics
  const common = {
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash.toLowerCase(),
    txIndex: Number(log.transactionIndex),
    txHash: log.transactionHash.toLowerCase(),
    logIndex: Number(log.logIndex),
    subIndex: 0,
    token: log.address.toLowerCase(),
  }
  const words = (log.data.length - 2) / 64
  const amount = () => BigInt(log.data).toString()
  switch (event) {
    case topics.transfer:
      if (log.topics.length === 3 && words === 1)
        return [{ ...common, standard: 'erc20', ...parties(first, second), tokenId: null, amount: amount() }]
      if (log.topics.length === 4 && words === 0)
        return [
          {
            ...common,
            standard: 'erc721',
            ...parties(first, second),
            tokenId: BigInt(third as string).toString(),
            amount: '1',
          },
        ]
      return []
    // Wrapping a coin mints tokens, unwrapping burns them.
    case topics.deposit:
      if (log.topics.length !== 2 || words !== 1) return []
      return [
        {
          ...common,
          standard: 'erc20',
          sender: zero,
          recipient: toAddress(first),
          tokenId: null,
          amount: amount(),
        },
      ]
    case topics.withdrawal:
      if (log.topics.length !== 2 || words !== 1) return []
      return [
        {
          ...common,
          standard: 'erc20',
          sender: toAddress(first),
          recipient: zero,
          tokenId: null,
          amount: amount(),
        },
      ]
    case topics.transferSingle:
      if (log.topics.length !== 4 || words !== 2) return []
      return [
        {
          ...common,
          standard: 'erc1155',
          ...parties(second, third),
          tokenId: BigInt(log.data.slice(0, 66)).toString(),
          amount: BigInt(`0x${log.data.slice(66)}`).toString(),
        },
      ]
    case topics.transferBatch:
      if (log.topics.length !== 4) return []
      return readBatch(log.data).map(({ tokenId, amount }, subIndex) => ({
        ...common,
        subIndex,
        standard: 'erc1155',
        ...parties(second, third),
        tokenId,
        amount,
      }))
    default:
      return []
  }
}

function readBatch(data: string): { tokenId: string; amount: string }[] {
  try {
    const [ids, amounts] = decodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      data as `0x${string}`,
    )
    if (ids.length !== amounts.length || ids.length > maxBatch) return []
    return ids.map((id, index) => ({ tokenId: id.toString(), amount: (amounts[index] ?? 0n).toString() }))
  } catch {
    // Not two arrays of numbers: another event with the same topic.
    return []
  }
}

function parties(sender: string | undefined, recipient: string | undefined) {
  return { sender: toAddress(sender), recipient: toAddress(recipient) }
}

function toAddress(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40)}`.toLowerCase()
}
