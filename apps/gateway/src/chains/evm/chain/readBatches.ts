import { pad } from 'viem/utils'
import type { ChainCall, Hex } from '../../shared/Chain.ts'
import type { CoinCall, ContractAnswer, ReadQuery } from './ContractCall.ts'

const maxBatch = 100

/** Reads contracts and native balances with one JSON-RPC request each, in batches. */
export async function readBatches({ chain, calls, deadline }: ReadQuery): Promise<ContractAnswer[]> {
  const answers: ContractAnswer[] = []
  for (let start = 0; start < calls.length; start += maxBatch) {
    const batch = calls.slice(start, start + maxBatch)
    const results = await chain.requestMany(
      batch.map((call) =>
        'coinOf' in call ? coinRequest(call) : contractRequest({ to: call.target, data: call.data }),
      ),
      { deadline },
    )
    for (const [index, result] of results.entries()) {
      const isCoin = 'coinOf' in (batch[index] ?? {})
      answers.push(isCoin ? readWord(result) : isHex(result) && result !== '0x' ? result : undefined)
    }
  }
  return answers
}

/** Returns the request for a contract call at the newest block. */
export function contractRequest(transaction: { to?: Hex; data: Hex }): ChainCall {
  return { method: 'eth_call', params: [transaction, 'latest'] }
}

/** Returns the request for a native balance at the newest block. */
export function coinRequest({ coinOf }: CoinCall): ChainCall {
  return { method: 'eth_getBalance', params: [coinOf, 'latest'] }
}

/** Converts a JSON-RPC quantity to a 32-byte word, as contracts return it. */
export function readWord(value: unknown): ContractAnswer {
  return isHex(value) && /^0x[0-9a-f]{1,64}$/i.test(value) ? pad(value, { size: 32 }) : undefined
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x')
}
