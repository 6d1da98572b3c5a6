import type { Transfer } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import { base58 } from '@scure/base'
import { Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, type Tamper } from '../../test/startScene.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createTransfers } from './createTransfers.ts'

const { solana } = devnetManifest
const [dusd] = solana.tokens
const [visitor, friend, thief] = solana.accounts.map(({ address }) => address) as [string, string, string]
const transfers = createTransfers({ commitment: 'confirmed' })
let scene: Awaited<ReturnType<typeof startScene>>
let provider: SolanaProvider
/** What the wallet was asked to sign. */
let asked: Uint8Array[] = []
beforeAll(async () => {
  scene = await startScene()
  provider = {
    ...(await scene.connectWallet()).provider,
    publicKey: { toBase58: () => visitor },
    sendTransaction: async (wire: Uint8Array) => {
      asked.push(wire)
      return base58.encode(new Uint8Array(64).fill(1))
    },
  } as unknown as SolanaProvider
})
afterAll(() => scene.close())

const coin: Transfer = { from: visitor, to: friend, amount: 1_000n }
const token: Transfer = { ...coin, token: dusd.mint, decimals: 6 }

/** Plans and sends with a node that lies, and returns what the wallet would sign. */
async function sign(transfer: Transfer, tamper: Tamper): Promise<Transaction | undefined> {
  asked = []
  await scene
    .tampered(tamper, async () => {
      const plan = await transfers.plan({ ...scene.endpoint, provider, transfer })
      return transfers.send({ ...scene.endpoint, provider, plan })
    })
    .catch(() => undefined)
  return asked[0] && Transaction.from(asked[0])
}

type Account = { data: [string, string]; owner: string; lamports: number; executable: boolean }
/** Changes the bytes of accounts that a node returns, or replaces them. */
const accounts =
  (change: (account: Account, data: Buffer) => Buffer | undefined, only?: string): Tamper =>
  (method, answer, [addresses]) => {
    if (method !== 'getMultipleAccounts' || (only && !(addresses as string[]).includes(only)))
      return undefined
    const { value } = structuredClone(answer) as { value: (Account | null)[] }
    for (const account of value) {
      if (!account) continue
      const data = Buffer.from(account.data[0], 'base64')
      account.data = [(change(account, data) ?? data).toString('base64'), 'base64']
    }
    return { value }
  }
const held =
  (change: (entry: { pubkey: string; account: Account }) => void): Tamper =>
  (method, answer) => {
    if (method !== 'getTokenAccountsByOwner') return undefined
    const { value } = structuredClone(answer) as { value: { pubkey: string; account: Account }[] }
    value.forEach(change)
    return { value }
  }
const only =
  (wanted: string, answer: unknown): Tamper =>
  (method) =>
    method === wanted ? answer : undefined

describe('a node that lies', () => {
  const hashes = ['', 'x', base58.encode(new Uint8Array(31)), base58.encode(new Uint8Array(33)), 7, null]
  test.each(hashes)('error: blockhash %s: nothing is signed', async (blockhash) => {
    const answer = { value: { blockhash, lastValidBlockHeight: 9 } }
    expect(await sign(coin, only('getLatestBlockhash', answer))).toBeUndefined()
  })

  test.each([
    [
      'no last block',
      only('getLatestBlockhash', { value: { blockhash: base58.encode(new Uint8Array(32).fill(3)) } }),
    ],
    ['rent as text', only('getMinimumBalanceForRentExemption', '1')],
    ['negative rent', only('getMinimumBalanceForRentExemption', -1)],
    ['a fraction of a lamport', only('getMinimumBalanceForRentExemption', 0.5)],
    ['no accounts', only('getMultipleAccounts', { value: [] })],
    ['accounts of another form', only('getMultipleAccounts', { value: [{}, {}] })],
    ['a simulation that fails', only('simulateTransaction', { value: { err: 'AccountNotFound' } })],
  ])('error: %s: nothing is signed', async (_, tamper) => {
    expect(await sign(coin, tamper)).toBeUndefined()
  })

  test.each([
    [
      'a mint of another program',
      accounts((account) => void Object.assign(account, { owner: thief }), dusd.mint),
    ],
    ['a mint that is not initialized', accounts((_account, data) => void data.writeUInt8(0, 45), dusd.mint)],
    ['other decimals than shown', accounts((_account, data) => void data.writeUInt8(9, 44), dusd.mint)],
    ['a mint that is cut off', accounts((_account, data) => data.subarray(0, 60), dusd.mint)],
    [
      'a mint that is not base64',
      only('getMultipleAccounts', { value: [{ owner: dusd.program, lamports: 1, data: ['*', 'base64'] }] }),
    ],
    ['no token account of the sender', only('getTokenAccountsByOwner', { value: [] })],
    ['token accounts of another form', only('getTokenAccountsByOwner', { value: [{}, null, { pubkey: 7 }] })],
  ])('error: %s: no token is sent', async (_, tamper) => {
    expect(await sign(token, tamper)).toBeUndefined()
  })

  test.each<[string, Tamper]>([
    [
      'the sender’s token account is one of a thief',
      (method, ...rest) =>
        method === 'simulateTransaction'
          ? new Error('down')
          : held((entry) => void Object.assign(entry, { pubkey: thief }))(method, ...rest),
    ],
    [
      'the recipient’s token account is missing',
      (method, _answer, [addresses]) =>
        method === 'getMultipleAccounts' &&
        (addresses as string[]).length === 1 &&
        (addresses as string[])[0] !== dusd.mint
          ? { value: [null] }
          : undefined,
    ],
    ['the fee is 0', only('getFeeForMessage', { value: 0 })],
    ['it does not simulate', only('simulateTransaction', new Error('down'))],
  ])('behavior: %s: the recipient and the amount are still ours', async (_, tamper) => {
    const signed = await sign(token, tamper)
    const transfer = signed?.instructions.at(-1)
    expect(transfer?.data.readBigUInt64LE(1)).toBe(1_000n)
    expect(transfer?.data[9]).toBe(6)
    // The token account of the recipient is derived, never read.
    const [opened] = await scene.connection
      .getTokenAccountsByOwner(scene.friend.publicKey, { mint: transfer?.keys[1]?.pubkey as never })
      .then(({ value }) => value)
    expect(transfer?.keys[2]?.pubkey.toBase58()).toBe(opened?.pubkey.toBase58())
    expect(transfer?.keys[3]?.pubkey.toBase58()).toBe(visitor)
    expect(signed?.instructions.length).toBeLessThanOrEqual(2)
  })

  test('behavior: a transfer that could not be tried is noted', async () => {
    const silent = only('simulateTransaction', new Error('down'))
    const { value } = await scene.tampered(silent, () =>
      transfers.plan({ ...scene.endpoint, provider, transfer: coin }),
    )
    expect(value).toMatchObject({ refusal: undefined, notes: ['not-simulated'] })
  })
})
