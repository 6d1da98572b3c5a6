import { BaseError, RpcError } from '@portico/protocol'
import { BoundedMap } from '@portico/server'
import type { Chain } from '../../../shared/Chain.ts'
import type { NodeTransaction } from '../../blocks/readBlocks.ts'
import { AccountHasCodeError } from './AccountHasCodeError.ts'
import type { CoinReader, CoinTransfer } from './CoinReader.ts'
import { type ChangedBlock, findChangedBlocks } from './findChangedBlocks.ts'
import { readStates } from './readStates.ts'
import { toTransfer } from './searchReader.ts'
import { traceBlock } from './traceBlock.ts'

type NodeBlock = {
  hash: string
  transactions: readonly NodeTransaction[]
  withdrawals?: readonly { address: string; amount: string }[] | undefined
}
type NodeReceipt = {
  status?: string | undefined
  gasUsed: string
  effectiveGasPrice: string
  /** The fee for data on the network that a rollup is built on. */
  l1Fee?: string | undefined
  blobGasUsed?: string | undefined
  blobGasPrice?: string | undefined
}

const perRead = 30
const maxRefused = 10_000
const gwei = 1_000_000_000n

/**
 * Reads coin transfers from an archive node that has no method to search for them: finds the blocks in which the balance or
 * the nonce of the account changed, and reads only these. With `traces`, blocks whose own transactions do not explain the new
 * balance are traced for transfers by contracts. Accounts with code are not served.
 */
export function bisectReader({
  chain,
  traces,
  overrides,
}: {
  chain: Chain
  /** Whether the upstream supports `debug_traceBlockByNumber`. */
  traces: boolean
  /** Whether the upstream supports state overrides in `eth_call`. */
  overrides: boolean
}): CoinReader {
  const refused = new BoundedMap<string, true>({ max: maxRefused })

  async function readMany<Value>(method: string, params: readonly unknown[][], deadline: number) {
    const answers = await chain.requestMany(
      params.map((params) => ({ method, params })),
      { deadline },
    )
    return answers.map((answer) => {
      if (answer instanceof RpcError || answer === null || answer === undefined)
        throw new BaseError(`An upstream of ${chain.id} did not answer ${method}.`, { cause: answer })
      return answer as Value
    })
  }

  /** Returns the coins that a block's own transactions and withdrawals gave the account. */
  async function explain(
    account: string,
    block: NodeBlock,
    own: readonly NodeTransaction[],
    deadline: number,
  ) {
    const receipts =
      own.length === 0
        ? []
        : await readMany<NodeReceipt>(
            'eth_getTransactionReceipt',
            own.map(({ hash }) => [hash]),
            deadline,
          )
    let total = 0n
    for (const { address, amount } of block.withdrawals ?? [])
      if (address.toLowerCase() === account) total += BigInt(amount) * gwei
    for (const [index, { from, to, value }] of own.entries()) {
      const receipt = receipts[index] as NodeReceipt
      const moved = receipt.status === '0x0' ? 0n : BigInt(value)
      if (to?.toLowerCase() === account) total += moved
      if (from.toLowerCase() === account) total -= moved + feeOf(receipt)
    }
    return total
  }

  async function readBlock(
    account: string,
    { block: number, before, after }: ChangedBlock,
    block: NodeBlock,
    deadline: number,
  ): Promise<CoinTransfer[]> {
    const own = block.transactions.filter(
      ({ from, to }) => from.toLowerCase() === account || to?.toLowerCase() === account,
    )
    const found = own.map(toTransfer)
    if (!traces) return found
    if ((await explain(account, block, own, deadline)) === after.balance - before.balance) return found
    const inner = await traceBlock({ chain, account, block: number, deadline })
    return [
      ...found,
      ...inner.map(({ txIndex, trace, sender, recipient, amount }) => ({
        blockNumber: number,
        blockHash: block.hash.toLowerCase(),
        txIndex,
        txHash: (block.transactions[txIndex]?.hash ?? '').toLowerCase(),
        trace,
        sender,
        recipient,
        amount: amount.toString(),
      })),
    ]
  }

  return {
    source: traces ? 'traces' : 'search',
    isBounded: false,
    serves: (account) => !refused.has(account),
    async read({ account, range, deadline }) {
      try {
        const { changed, from } = await findChangedBlocks({
          account,
          range,
          enough: perRead,
          readStates: (blocks) => readStates({ chain, account, blocks, overrides, deadline }),
          readHasCode: async (blocks) =>
            (
              await readMany<string>(
                'eth_getCode',
                blocks.map((block) => [account, toHex(block)]),
                deadline,
              )
            ).map((code) => code !== '0x'),
        })
        if (changed.length === 0) return { transfers: [], from }
        const blocks = await readMany<NodeBlock>(
          'eth_getBlockByNumber',
          changed.map(({ block }) => [toHex(block), true]),
          deadline,
        )
        const transfers: CoinTransfer[] = []
        for (const [index, entry] of changed.entries())
          transfers.push(...(await readBlock(account, entry, blocks[index] as NodeBlock, deadline)))
        return { transfers, from }
      } catch (error) {
        if (error instanceof AccountHasCodeError) refused.set(account, true)
        throw error
      }
    },
  }
}

function feeOf({ gasUsed, effectiveGasPrice, l1Fee, blobGasUsed, blobGasPrice }: NodeReceipt): bigint {
  return (
    BigInt(gasUsed) * BigInt(effectiveGasPrice) +
    BigInt(l1Fee ?? 0) +
    BigInt(blobGasUsed ?? 0) * BigInt(blobGasPrice ?? 0)
  )
}

function toHex(block: number): string {
  return `0x${block.toString(16)}`
}
