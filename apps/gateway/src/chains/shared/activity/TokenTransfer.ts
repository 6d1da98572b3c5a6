/** One token transfer. Addresses and hashes in lower case, amounts in base units. */
export type TokenTransfer = {
  blockNumber: number
  blockHash: string
  txIndex: number
  txHash: string
  logIndex: number
  /** Index within an ERC-1155 batch, else 0. */
  subIndex: number
  standard: 'erc20' | 'erc721' | 'erc1155'
  token: string
  sender: string
  recipient: string
  tokenId: string | null
  amount: string
}
