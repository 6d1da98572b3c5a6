import { decodeAbiParameters } from 'viem/utils'

/** A log as nodes answer it, as far as it is needed. */
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

/** One movement of a token. Addresses and hashes in lower case, amounts in base units. */
export type TokenTransfer = {
  blockNumber: number
  blockHash: string
  txIndex: number
  txHash: string
  logIndex: number
  /** Position within a batch. */
  subIndex: number
  standard: 'erc20' | 'erc721' | 'erc1155'
  token: string
  sender: string
  recipient: string
  tokenId: string | null
  amount: string
}

const zero = '0x0000000000000000000000000000000000000000'

/** Event ids: ERC-20 and ERC-721 share `Transfer`; the last two are of wrapped coins (WETH9). */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** What one batch event may hold; more is not something a person did. */
const maxBatch = 200

/**
 * The movements a log tells of. Anybody may emit any log, so whatever does not have exactly the form of its standard
 * tells of none.
 */
export function decodeTransfers(log: NodeLog): TokenTransfer[] {
  const [event, first, second, third] = log.topics
  const place = {
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
        return [{ ...place, standard: 'erc20', ...parties(first, second), tokenId: null, amount: amount() }]
      if (log.topics.length === 4 && words === 0)
        return [
          {
            ...place,
            standard: 'erc721',
            ...parties(first, second),
            tokenId: BigInt(third as string).toString(),
            amount: '1',
          },
        ]
      return []
    // Wrapping makes tokens out of the coin, unwrapping destroys them.
    case topics.deposit:
      if (log.topics.length !== 2 || words !== 1) return []
      return [
        {
          ...place,
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
          ...place,
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
          ...place,
          standard: 'erc1155',
          ...parties(second, third),
          tokenId: BigInt(log.data.slice(0, 66)).toString(),
          amount: BigInt(`0x${log.data.slice(66)}`).toString(),
        },
      ]
    case topics.transferBatch:
      if (log.topics.length !== 4) return []
      return readBatch(log.data).map(({ tokenId, amount }, subIndex) => ({
        ...place,
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
    // Not two lists of numbers: somebody else's event with the same id.
    return []
  }
}

function parties(sender: string | undefined, recipient: string | undefined) {
  return { sender: toAddress(sender), recipient: toAddress(recipient) }
}

function toAddress(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40)}`.toLowerCase()
}
