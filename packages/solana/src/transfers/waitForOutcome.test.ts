import type { SentTransaction } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, type Tamper } from '../../test/startScene.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createTransfers } from './createTransfers.ts'

const [visitor, friend] = devnetManifest.solana.accounts.map(({ address }) => address) as [string, string]
const transfers = createTransfers({ commitment: 'confirmed' })
let scene: Awaited<ReturnType<typeof startScene>>
let provider: SolanaProvider
let amount = 1_000n
beforeAll(async () => {
  scene = await startScene()
  provider = (await scene.connectWallet()).provider
})
afterAll(() => scene.close())

const plan = () =>
  transfers.plan({
    ...scene.endpoint,
    provider,
    transfer: { from: visitor, to: friend, amount: amount++ },
  })
const send = async (wallet: unknown = provider) =>
  transfers.send({ ...scene.endpoint, provider: wallet, plan: await plan() })
const outcomeOf = (sent: SentTransaction, signal = AbortSignal.timeout(10_000)) =>
  transfers.waitForOutcome({ ...scene.endpoint, sent, signal })
const unknown = { hash: base58.encode(new Uint8Array(64).fill(7)), from: visitor }
const height = async () => scene.connection.getBlockHeight('finalized')

describe('waitForOutcome', () => {
  test('behavior: a transaction that was never included expires after its last block', async () => {
    const sent = { ...unknown, expiry: `${await height()}` }
    expect(await outcomeOf(sent)).toBe('expired')
  })

  test('behavior: one that may still be included does not', async () => {
    const sent = { ...unknown, expiry: `${(await height()) + 1_000}` }
    await expect(outcomeOf(sent, AbortSignal.timeout(800))).rejects.toThrow()
    await expect(outcomeOf(unknown, AbortSignal.timeout(800))).rejects.toThrow()
  })

  test('behavior: one that is found when it is looked for once more is confirmed', async () => {
    const sent = { ...(await send()), expiry: '1' }
    let looks = 0
    const late: Tamper = (method) =>
      method === 'getSignatureStatuses' && ++looks === 1 ? { context: { slot: 1 }, value: [null] } : undefined
    const { value } = await scene.tampered(late, () => outcomeOf(sent))
    expect(value).toBe('confirmed')
    expect(looks).toBe(2)
  })

  test('error: a node that is behind cannot let a transaction expire', async () => {
    const sent = await send()
    let looks = 0
    const behind: Tamper = (method) =>
      method === 'getSignatureStatuses' && ++looks < 5 ? { context: { slot: 1 }, value: [null] } : undefined
    const { value } = await scene.tampered(behind, () => outcomeOf({ ...sent, expiry: '1' }))
    expect(value).toBe('confirmed')
  })

  test('behavior: a failed one', async () => {
    const sent = await send()
    const failed: Tamper = (method) =>
      method === 'getSignatureStatuses'
        ? {
            context: { slot: 1 },
            value: [{ confirmationStatus: 'confirmed', err: { InstructionError: [0, { Custom: 1 }] } }],
          }
        : undefined
    expect((await scene.tampered(failed, () => outcomeOf(sent))).value).toBe('failed')
  })

  test('error: answers that say nothing are not an outcome', async () => {
    const sent = await send()
    const answers: unknown[] = [
      null,
      'x',
      {},
      { value: [] },
      { value: [{ confirmationStatus: 'confirmed' }] },
      { value: [{ confirmationStatus: 'processed', err: null }] },
      { value: [{ err: null }] },
      new Error('down'),
    ]
    let next = 0
    const odd: Tamper = (method) => (method === 'getSignatureStatuses' ? answers[next++] : undefined)
    const { value } = await scene.tampered(odd, () =>
      outcomeOf({ ...sent, expiry: '1' }, AbortSignal.timeout(40_000)),
    )
    expect(value).toBe('confirmed')
    expect(next).toBeGreaterThan(answers.length)
  }, 45_000)

  test('error: a malformed transaction ID', async () => {
    await expect(outcomeOf({ hash: 'x', from: visitor })).rejects.toThrow('64 bytes')
  })
})

describe('send', () => {
  const signing = () => scene.connectWallet(0, { features: ['solana:signTransaction'] })

  test('behavior: says the last block that may contain the transaction', async () => {
    const now = await scene.connection.getBlockHeight('confirmed')
    const { expiry } = await send()
    expect(Number(expiry)).toBeGreaterThanOrEqual(now + 150)
    expect(Number(expiry)).toBeLessThan(now + 200)
  })

  test('behavior: through the network’s endpoint, if the wallet only signs', async () => {
    const sent = await send((await signing()).provider)
    expect(await outcomeOf(sent)).toBe('confirmed')
  })

  test('behavior: a transaction is followed, not sent again, if only the answer was lost', async () => {
    const { provider: wallet, wallet: user } = await signing()
    const lost: Tamper = (method) => (method === 'sendTransaction' ? new Error('down') : undefined)
    const { value: sent } = await scene.tampered(lost, () => send(wallet))
    expect(user.requests.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(1)
    expect(await outcomeOf(sent)).toBe('confirmed')
  })

  test('behavior: a transaction of which nobody knows is followed until it expires', async () => {
    const { provider: wallet } = await signing()
    const away: Tamper = (method) =>
      ['sendTransaction', 'getSignatureStatuses'].includes(method) ? new Error('down') : undefined
    const { value: sent } = await scene.tampered(away, () => send(wallet))
    // 64 bytes are 86 to 88 digits of base58.
    expect(sent.hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  })

  test('error: the visitor refuses', async () => {
    const { provider: wallet, wallet: user } = await scene.connectWallet()
    user.setPolicy('reject')
    await expect(send(wallet)).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('error: another account is connected', async () => {
    await expect(send((await scene.connectWallet(1)).provider)).rejects.toMatchObject({ rpcCode: 4100 })
  })

  test('error: a plan that was refused', async () => {
    const refused = { ...(await plan()), refusal: 'fails' as const }
    await expect(transfers.send({ ...scene.endpoint, provider, plan: refused })).rejects.toThrow(
      'cannot be sent',
    )
  })
})
