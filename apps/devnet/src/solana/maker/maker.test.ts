import { base64 } from '@scure/base'
import { Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localSolana } from '../localSolana.ts'
import { localSolanaTwo } from '../localSolanaTwo.ts'
import { type SolanaNode, startSolanaNode } from '../startSolanaNode.ts'

const [dollar, pebble] = localSolana.tokens
const [visitor, , faucet] = localSolana.accounts
let node: SolanaNode
beforeAll(async () => {
  node = await startSolanaNode({ port: 0 })
})
afterAll(() => node.close())

async function ask(path: string, body: unknown, url = node.url): Promise<{ status: number; value: unknown }> {
  const response = await fetch(`${url}/maker/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, value: await response.json() }
}
const query = { from: 'native', to: dollar.mint, amount: '1000000000' }

describe('the maker of the local network', () => {
  test('behavior: quotes the local price less 0.3 percent, both ways', async () => {
    const quoted = (amountOut: string) => ({ status: 200, value: { maker: faucet.address, amountOut } })
    expect(await ask('quote', query)).toEqual(quoted('149550000'))
    const back = { from: dollar.mint, to: 'native', amount: '150000000' }
    expect(await ask('quote', back)).toEqual(quoted('997000000'))
  })

  test('error: does not trade other tokens, dust and more than a million coins', async () => {
    for (const change of [
      { to: pebble.mint },
      { to: 'native' },
      { amount: '1' },
      { amount: '1000000000000001' },
    ])
      expect(await ask('quote', { ...query, ...change })).toMatchObject({ status: 404 })
    for (const change of [{ amount: '-1' }, { amount: 5 }, { to: 'x' }, { amount: '18446744073709551616' }])
      expect(await ask('quote', { ...query, ...change })).toMatchObject({ status: 400 })
  })

  test('error: has nothing on the second network', async () => {
    const two = await startSolanaNode({ network: localSolanaTwo, port: 0 })
    expect(await ask('quote', query, two.url)).toMatchObject({ status: 404 })
    await two.close()
  })

  test('param: dollars: another price', async () => {
    expect(await ask('price', { dollars: 100 })).toEqual({ status: 200, value: {} })
    const amountOut = '99700000'
    expect(await ask('quote', query)).toEqual({ status: 200, value: { maker: faucet.address, amountOut } })
    for (const dollars of [0, -1, 1.5, '100', 1_000_001])
      expect(await ask('price', { dollars })).toMatchObject({ status: 400 })
    await ask('price', { dollars: 150 })
  })

  test('behavior: signs for itself only, and the account pays the fee', async () => {
    const { value } = await ask('transaction', { ...query, account: visitor.address })
    const wire = base64.decode((value as { transaction: string }).transaction)
    const { feePayer, signatures } = Transaction.from(wire)
    expect(feePayer?.toBase58()).toBe(visitor.address)
    expect(signatures.map(({ publicKey, signature }) => [publicKey.toBase58(), signature !== null])).toEqual([
      [visitor.address, false],
      [faucet.address, true],
    ])
  })

  test('error: a request for nobody, or for the maker itself', async () => {
    expect(await ask('transaction', query)).toMatchObject({ status: 400 })
    expect(await ask('transaction', { ...query, account: faucet.address })).toMatchObject({ status: 404 })
    expect(await ask('other', query)).toMatchObject({ status: 404 })
  })
})
