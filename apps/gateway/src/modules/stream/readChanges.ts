import { type CaipNetworkId, RpcError } from '@portico/protocol'
import { encodeFunctionData, formatUnits, parseAbi } from 'viem/utils'
import { readBlockTransfers } from '../../chains/evm/blocks/readBlockTransfers.ts'
import type { BlockTransaction } from '../../chains/shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../chains/shared/activity/TokenTransfer.ts'
import type { UserOperation } from '../../chains/shared/activity/UserOperation.ts'
import type { Chain, ChainCall, Hex } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { TokenService } from '../tokens/service.ts'

/** The balance of an asset of an account after a block. */
export type Holding = {
  account: string
  /** CAIP-19. */
  asset: string
  quantity: { decimals: string; numeric: string }
  /** Signed change in whole units. */
  delta: string
}

/** A transaction of the block that involves an account. */
export type AccountTransaction = {
  account: string
  hash: string
  failed: boolean
  transfers: { asset: string; from: string; to: string; amount: string }[]
}

/** The changes of one block for some accounts. */
export type BlockChanges = { holdings: Holding[]; transactions: AccountTransaction[] }

/** An asset of an account whose balance must be read again. */
export type Touched = {
  account: string
  standard: 'native' | TokenTransfer['standard']
  token: string
  tokenId: string
}

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
])
const callsPerBatch = 200

/**
 * Reads the transactions and the changed balances of any number of accounts in a block. Takes two or three round trips,
 * or one if the block does not involve the accounts.
 *
 * @param options.again assets to read even if the block does not touch them, because a reorg has removed blocks that
 * did.
 * @throws {BaseError} if the upstream does not have the block.
 * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
 */
export async function readChanges({
  chain,
  block,
  accounts,
  again = [],
  tokens,
  deadline,
}: {
  chain: Chain
  block: { number: number; hash: string }
  /** Lower case. */
  accounts: ReadonlySet<string>
  again?: readonly Touched[]
  tokens: TokenService
  deadline: number
}): Promise<BlockChanges & { touched: Touched[] }> {
  const { transfers, transactions, operations } = await readBlockTransfers({
    chain,
    hash: block.hash,
    accounts,
    deadline,
  })
  const isWatched = (address: string | null): address is string => address !== null && accounts.has(address)
  const touched = new Map<string, Touched>()
  const touch = (entry: Touched) =>
    touched.set(`${entry.account} ${entry.standard} ${entry.token} ${entry.tokenId}`, entry)
  for (const entry of again) if (accounts.has(entry.account)) touch(entry)
  for (const { standard, token, tokenId, sender, recipient } of transfers)
    for (const account of [sender, recipient].filter(isWatched))
      touch({ account, standard, token, tokenId: standard === 'erc20' ? '' : (tokenId ?? '0') })
  for (const { sender, recipient, value } of transactions) {
    // The sender pays for gas even if the transaction fails.
    if (isWatched(sender)) touch({ account: sender, standard: 'native', token: '', tokenId: '' })
    if (isWatched(recipient) && value !== '0')
      touch({ account: recipient, standard: 'native', token: '', tokenId: '' })
  }
  // An operation may send coins, which no log reports.
  for (const { sender } of operations) touch({ account: sender, standard: 'native', token: '', tokenId: '' })
  const all = [...touched.values()]
  if (all.length === 0 && transactions.length === 0 && transfers.length === 0)
    return { holdings: [], transactions: [], touched: [] }

  const tokenAddresses = [
    ...new Set(all.flatMap(({ standard, token }) => (standard === 'erc20' ? token : []))),
  ]
  const receipts = transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const [answers, metadata] = await Promise.all([
    readAll(
      chain,
      [...all.flatMap((entry) => [call(entry, block.number), call(entry, block.number - 1)]), ...receipts],
      deadline,
    ),
    tokens.describe({ chain, addresses: tokenAddresses, deadline }),
  ])
  const holdings = all.flatMap((entry, index): Holding[] => {
    const after = readAmount(entry, answers[index * 2])
    if (after === undefined) return []
    const before = readAmount(entry, answers[index * 2 + 1]) ?? after
    const decimals = decimalsOf(entry, chain, metadata.get(entry.token)?.decimals)
    return [
      {
        account: entry.account,
        asset: assetOf(chain.id, entry),
        quantity: { decimals: String(decimals), numeric: formatUnits(after, decimals) },
        delta: formatUnits(after - before, decimals),
      },
    ]
  })
  const failed = new Set(
    transactions.flatMap(({ hash }, index) => {
      const receipt = answers[all.length * 2 + index]
      return (receipt as { status?: unknown } | null)?.status === '0x0' ? hash : []
    }),
  )
  return {
    holdings,
    transactions: group({ chain: chain.id, transfers, transactions, operations, failed, isWatched }),
    touched: all,
  }
}

/** Groups transactions by account, with the transfers to and from it. */
function group({
  chain,
  transfers,
  transactions,
  operations,
  failed,
  isWatched,
}: {
  chain: CaipNetworkId
  transfers: readonly TokenTransfer[]
  transactions: readonly BlockTransaction[]
  operations: readonly UserOperation[]
  failed: ReadonlySet<string>
  isWatched: (address: string | null) => address is string
}): AccountTransaction[] {
  const byAccountAndHash = new Map<string, AccountTransaction>()
  const entry = (account: string, hash: string): AccountTransaction => {
    const key = `${account} ${hash}`
    const entry = byAccountAndHash.get(key) ?? { account, hash, failed: failed.has(hash), transfers: [] }
    byAccountAndHash.set(key, entry)
    return entry
  }
  for (const { hash, sender, recipient, value } of transactions)
    for (const account of new Set([sender, recipient].filter(isWatched))) {
      const { transfers } = entry(account, hash)
      if (value !== '0' && recipient !== null && !failed.has(hash))
        transfers.push({ asset: `${chain}/slip44:60`, from: sender, to: recipient, amount: value })
    }
  for (const { txHash, sender, recipient, amount, ...asset } of transfers)
    for (const account of new Set([sender, recipient].filter(isWatched)))
      entry(account, txHash).transfers.push({
        asset: assetOf(chain, { ...asset, tokenId: asset.tokenId ?? '0' }),
        from: sender,
        to: recipient,
        amount,
      })
  for (const { txHash, sender, isSuccessful } of operations) {
    const found = entry(sender, txHash)
    found.failed ||= !isSuccessful
  }
  return [...byAccountAndHash.values()]
}

function call({ account, standard, token, tokenId }: Touched, block: number): ChainCall {
  const tag = `0x${Math.max(0, block).toString(16)}`
  if (standard === 'native') return { method: 'eth_getBalance', params: [account, tag] }
  const holder = account as Hex
  const data =
    standard === 'erc20'
      ? encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder] })
      : standard === 'erc721'
        ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(tokenId)] })
        : encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder, BigInt(tokenId)] })
  return { method: 'eth_call', params: [{ to: token, data }, tag] }
}

/** Reads an amount from a call result; undefined if the contract returned none. */
function readAmount({ account, standard }: Touched, answer: unknown): bigint | undefined {
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) {
    if (standard !== 'erc721') return BigInt(answer)
    return answer.toLowerCase().endsWith(account.slice(2)) ? 1n : 0n
  }
  // `ownerOf` reverts for tokens that are burnt or not minted yet: nobody owns them.
  return standard === 'erc721' ? 0n : undefined
}

function decimalsOf({ standard }: Touched, chain: Chain, described: number | null | undefined): number {
  if (standard === 'native') return nativeCoin(chain).decimals
  return standard === 'erc20' ? (described ?? 0) : 0
}

function assetOf(
  chain: CaipNetworkId,
  { standard, token, tokenId }: Pick<Touched, 'standard' | 'token' | 'tokenId'>,
): string {
  if (standard === 'native') return `${chain}/slip44:60`
  return `${chain}/${standard}:${token}${standard === 'erc20' ? '' : `/${tokenId}`}`
}

async function readAll(chain: Chain, calls: readonly ChainCall[], deadline: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let from = 0; from < calls.length; from += callsPerBatch)
    answers.push(...(await chain.requestMany(calls.slice(from, from + callsPerBatch), { deadline })))
  return answers.map((answer) => (answer instanceof RpcError ? undefined : answer))
}
