import { decodeTransfers } from '../../chains/evm/blocks/decodeTransfers.ts'
import type { SimulatedLog } from './Simulated.ts'

/** The net movement of one asset according to logs; `amount` is the change for the account. Addresses in lower case. */
export type ClaimedMovement = {
  key: string
  kind: 'erc20' | 'erc721' | 'erc1155'
  token: string
  tokenId: string | undefined
  amount: bigint
}

/** An approval by the account according to logs; the last one counts. */
export type ClaimedApproval = {
  key: string
  kind: 'erc20' | 'erc721' | 'all'
  token: string
  spender: string
  tokenId: string | undefined
  amount: bigint
}

export type Claims = {
  movements: ClaimedMovement[]
  approvals: ClaimedApproval[]
  /** False if claims were dropped. A dropped one may be the one that matters, as the contract chooses the order. */
  isWhole: boolean
}

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const unknownPosition = {
  blockNumber: '0x0',
  blockHash: '0x',
  transactionHash: '0x',
  transactionIndex: '0x0',
  logIndex: '0x0',
}
/** Limit of movements and of approvals; real transactions have far fewer. */
const maxClaims = 200

/** Reads the claims of a simulation's logs about an account. They are only claims: any contract can emit any log. */
export function readClaims(logs: readonly SimulatedLog[], account: string): Claims {
  const own = account.toLowerCase()
  const movements = new Map<string, ClaimedMovement>()
  const approvals = new Map<string, ClaimedApproval>()
  let isWhole = true
  for (const log of logs) {
    for (const { standard, token, tokenId, sender, recipient, amount } of decodeTransfers({
      ...unknownPosition,
      ...log,
    })) {
      if (sender === recipient || (sender !== own && recipient !== own)) continue
      const key = `${standard} ${token} ${tokenId ?? ''}`
      const previous = movements.get(key)?.amount ?? 0n
      const sum = previous + (recipient === own ? BigInt(amount) : -BigInt(amount))
      if (movements.size < maxClaims || movements.has(key))
        movements.set(key, { key, kind: standard, token, tokenId: tokenId ?? undefined, amount: sum })
      else isWhole = false
    }
    const approval = readApproval(log, own)
    if (!approval) continue
    if (approvals.size < maxClaims || approvals.has(approval.key)) approvals.set(approval.key, approval)
    else isWhole = false
  }
  return { movements: [...movements.values()], approvals: [...approvals.values()], isWhole }
}

function readApproval({ address, topics, data }: SimulatedLog, own: string): ClaimedApproval | undefined {
  const [event, owner, spenderWord, id] = topics
  const isWord = /^0x[0-9a-f]{64}$/i.test(data)
  if (spenderWord === undefined || toAddress(owner) !== own) return undefined
  const approved = { token: address, spender: toAddress(spenderWord), tokenId: undefined }
  if (event === approvalTopic && topics.length === 3 && isWord)
    return { ...approved, kind: 'erc20', key: `allow ${address} ${spenderWord}`, amount: BigInt(data) }
  if (event === approvalTopic && topics.length === 4 && data === '0x') {
    const tokenId = BigInt(id ?? 0).toString()
    const amount = BigInt(spenderWord) === 0n ? 0n : 1n
    return { ...approved, kind: 'erc721', tokenId, key: `allow ${address} #${tokenId}`, amount }
  }
  if (event === approvalForAllTopic && topics.length === 3 && isWord)
    return { ...approved, kind: 'all', key: `allow all ${address} ${spenderWord}`, amount: BigInt(data) }
  return undefined
}

function toAddress(word: string | undefined): string {
  return `0x${(word ?? '').slice(-40)}`.toLowerCase()
}
