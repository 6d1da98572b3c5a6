import * as z from 'zod/mini'
import type { Chain } from '../shared/Chain.ts'
import { nativeCoin } from '../shared/nativeCoin.ts'
import type { Payment, PaymentQuery } from '../shared/Payment.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-f]+$/i))
const receipt = z.object({
  status: hex,
  blockNumber: hex,
  blockHash: hex,
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
})
const transaction = z.object({ from: z.string(), to: z.nullable(z.string()), value: hex })
const block = z.object({ hash: hex, timestamp: hex })

/** Topic of ERC-20's `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Selector of ERC-20's `decimals()`. */
const decimalsCall = '0x313ce567'

/**
 * Reads what a transaction paid an account; undefined if it is not in a block of the chain, has failed or paid nothing. Coins that a
 * contract sends are not seen: they are in no receipt.
 *
 * @throws {UpstreamsFailedError} if no upstream answers.
 */
export async function readEvmPayment({
  chain,
  hash,
  account,
  token,
  deadline,
}: Omit<PaymentQuery, 'chain'> & { chain: Chain }): Promise<Payment | undefined> {
  const [foundReceipt, foundTransaction] = await chain.requestMany(
    [
      { method: 'eth_getTransactionReceipt', params: [hash] },
      { method: 'eth_getTransactionByHash', params: [hash] },
    ],
    { deadline },
  )
  const mined = receipt.safeParse(foundReceipt).data
  const sent = transaction.safeParse(foundTransaction).data
  if (!mined || !sent || BigInt(mined.status) !== 1n) return undefined
  const inBlock = block.safeParse(
    await chain.request({ method: 'eth_getBlockByNumber', params: [mined.blockNumber, false] }, { deadline }),
  ).data
  // After a reorganisation, a node may still know the receipt of a block that was replaced.
  if (inBlock?.hash !== mined.blockHash) return undefined
  const amount = token === undefined ? coinsOf(sent, account) : tokensOf(mined.logs, token, account)
  if (amount <= 0n) return undefined
  const decimals =
    token === undefined
      ? nativeCoin(chain).decimals
      : await readDecimals({ chain, token, block: mined.blockNumber, deadline })
  if (decimals === undefined) return undefined
  return { hash, amount, decimals, timestamp: Number(inBlock.timestamp) }
}

function coinsOf({ from, to, value }: z.infer<typeof transaction>, account: string): bigint {
  return to?.toLowerCase() === account && from.toLowerCase() !== account ? BigInt(value) : 0n
}

function tokensOf(logs: z.infer<typeof receipt>['logs'], token: string, account: string): bigint {
  const topic = `0x${account.slice(2).padStart(64, '0')}`
  let sum = 0n
  for (const { address, topics, data } of logs) {
    // Three topics: with four it is an NFT.
    if (address.toLowerCase() !== token || topics.length !== 3 || topics[0]?.toLowerCase() !== transferTopic)
      continue
    if (!/^0x[0-9a-f]{64}$/i.test(data)) continue
    if (topics[2]?.toLowerCase() === topic) sum += BigInt(data)
    if (topics[1]?.toLowerCase() === topic) sum -= BigInt(data)
  }
  return sum
}

async function readDecimals({
  chain,
  token,
  block,
  deadline,
}: {
  chain: Chain
  token: string
  block: string
  deadline: number
}): Promise<number | undefined> {
  const call = { method: 'eth_call', params: [{ to: token, data: decimalsCall }, block] }
  const answer = await chain.request(call, { deadline })
  const value = typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : undefined
  return value !== undefined && value <= 36n ? Number(value) : undefined
}
