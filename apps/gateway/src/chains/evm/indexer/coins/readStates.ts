import { BaseError, RpcError } from '@portico/protocol'
import type { Chain, ChainCall } from '../../../shared/Chain.ts'

/** What a block left of an account. `hasCode` is undefined unless the upstream reads it together with the balance. */
export type AccountAt = { balance: bigint; nonce: number; hasCode: boolean | undefined }

/** An address without code on any chain, to which an `eth_call` gives code for its own duration (state override). */
const scratch = '0x0000000000000000000000000000000000c0ffee'
/** Returns the balance and the code size of the address in the call data. */
const readerCode = '0x60003580316000523b60205260406000f3'

/** A call that reads an account's balance and code size at once. Not all upstreams support state overrides. */
export function overrideCall(account: string, block: number): ChainCall {
  const data = `0x${account.slice(2).padStart(64, '0')}`
  return {
    method: 'eth_call',
    params: [{ to: scratch, data }, toHex(block), { [scratch]: { code: readerCode } }],
  }
}

/** Whether an answer to `overrideCall` is one of an upstream that supports state overrides. */
export function isOverridden(answer: unknown): answer is string {
  return typeof answer === 'string' && /^0x[0-9a-f]{128}$/i.test(answer)
}

/**
 * Reads an account's state at blocks of the past, in one batch. Only archive nodes have it.
 *
 * @throws {BaseError} if a state is missing.
 */
export async function readStates({
  chain,
  account,
  blocks,
  overrides,
  deadline,
}: {
  chain: Chain
  account: string
  blocks: readonly number[]
  /** Whether the upstream supports state overrides. */
  overrides: boolean
  deadline: number
}): Promise<AccountAt[]> {
  const answers = await chain.requestMany(
    blocks.flatMap((block) => [
      { method: 'eth_getTransactionCount', params: [account, toHex(block)] },
      overrides
        ? overrideCall(account, block)
        : { method: 'eth_getBalance', params: [account, toHex(block)] },
    ]),
    { deadline },
  )
  return blocks.map((block, index) => {
    const [nonce, balance] = answers.slice(index * 2, index * 2 + 2)
    const isRead = overrides ? isOverridden(balance) : isQuantity(balance)
    if (!isQuantity(nonce) || !isRead)
      throw new BaseError(`${chain.id} has no state of an account at block ${block}.`, {
        cause: [nonce, balance].find((answer) => answer instanceof RpcError),
      })
    const text = balance as string
    return {
      nonce: Number(nonce),
      balance: BigInt(overrides ? text.slice(0, 66) : text),
      hasCode: overrides ? BigInt(`0x${text.slice(66)}`) > 0n : undefined,
    }
  })
}

/** Whether an answer is a hexadecimal number. */
export function isQuantity(answer: unknown): answer is string {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)
}

function toHex(block: number): string {
  return `0x${block.toString(16)}`
}
