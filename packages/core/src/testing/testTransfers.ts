import type {
  NamespaceTransfers,
  Recipient,
  SentTransaction,
  TransferPlan,
  TransferSpeed,
} from '../money/NamespaceTransfers.ts'
import type { Endpoint } from '../namespace.ts'
import type { Network } from '../networks/network.ts'

/** A local network and a wallet on it that holds coins, and tokens if there are any. */
export interface TransfersUnderTest extends Endpoint {
  /** The provider of a wallet that approves everything. */
  provider: unknown
  /** The provider of the same wallet, whose user refuses everything. */
  refusingProvider: unknown
  /** The wallet's account. */
  from: string
  /** An account that holds coins already. */
  to: string
  /** A token that the account holds. */
  token?: { address: string; decimals: number } | undefined
  /** An amount of the coin, and of the token, that the account can send. Default: 100000 base units. */
  amount?: bigint | undefined
  /** Reads a confirmed balance in base units. */
  readBalance(parameters: { address: string; token?: string | undefined }): Promise<bigint>
  /** Has the network include what was sent, if it does not by itself. */
  mine?: (() => Promise<unknown>) | undefined
}

/** What is known about the namespace without a network. */
export interface TransfersSuite {
  transfers: NamespaceTransfers
  network: Network
  /** Addresses of the network in their usual spelling. */
  addresses: readonly string[]
  /** The address of a token, if the namespace has tokens. */
  token?: { address: string; decimals: number } | undefined
  /** Texts that nobody can be paid at on the network, besides those that the suite knows. */
  refused: readonly string[]
  /** The form of a hash that no transaction has. */
  unknownHash: string
  /** Starts the local network. Called once; the test ends it. */
  start(): Promise<TransfersUnderTest>
}

/** The functions of a test runner. Those of Vitest fit. */
interface TestRunner {
  describe(name: string, body: () => void): unknown
  test(name: string, body: () => Promise<void>): unknown
  // biome-ignore lint/suspicious/noExplicitAny: each runner has its own matchers
  expect(value: unknown): any
}

/** Texts that are a payable address on no network. */
const neverPayable = [
  '',
  ' ',
  ':',
  'ethereum:',
  'bitcoin:',
  'solana:',
  'https://example.com',
  'javascript:alert(1)',
  'name.eth',
  '0x',
  '%',
  'ethereum:%?%=%&&',
  'bitcoin:?amount=',
  'solana:?amount=',
  '\u202e0x',
  '\ud800',
  'a'.repeat(100_000),
]

const amounts = [1n, 99n, 100_000_000n, 123_456_789_012n, 2_099_999_997_690_000n]

/**
 * Registers the contract tests of the part of a namespace that sends.
 *
 * @example
 * import { testTransfers } from '@portico/core/testing'
 * import { describe, expect, test } from 'vitest'
 * testTransfers(transfersSuite, { describe, expect, test })
 */
export function testTransfers(suite: TransfersSuite, { describe, test, expect }: TestRunner): void {
  const { transfers, network, addresses, unknownHash } = suite
  let starting: Promise<TransfersUnderTest> | undefined
  const start = () => {
    starting ??= suite.start()
    return starting
  }
  const read = (text: string): Recipient | undefined => transfers.readRecipient({ text, network })
  /** A transaction as it is after a reload. */
  const stored = (sent: SentTransaction): SentTransaction => JSON.parse(JSON.stringify(sent))

  async function sendAndWait(
    { provider, mine, ...endpoint }: TransfersUnderTest,
    plan: TransferPlan,
  ): Promise<SentTransaction> {
    expect(plan.refusal).toBe(undefined)
    const sent = await transfers.send({ ...endpoint, provider, plan })
    await mine?.()
    const signal = AbortSignal.timeout(30_000)
    expect(await transfers.waitForOutcome({ ...endpoint, sent: stored(sent), signal })).toBe('confirmed')
    return sent
  }

  describe('testTransfers', () => {
    test('behavior: addresses are read as they are, and so is white space around them', async () => {
      for (const address of addresses) {
        expect(read(address)).toEqual({ address })
        expect(read(` ${address}\n`)).toEqual({ address })
      }
    })

    test('error: what cannot be paid is refused without an error', async () => {
      for (const text of [...neverPayable, ...suite.refused])
        expect([text.slice(0, 60), read(text)]).toEqual([text.slice(0, 60), undefined])
    })

    test('error: a changed character is noticed or makes another address', async () => {
      for (const address of addresses) {
        for (let index = 0; index < address.length; index++) {
          const changed = `${address.slice(0, index)}z${address.slice(index + 1)}`
          if (changed !== address) expect(read(changed)?.address === address).toBe(false)
        }
        expect(read(address.slice(0, -1))).toBe(undefined)
      }
    })

    test('behavior: payment links say what they were made from', async () => {
      for (const to of addresses) {
        expect(read(transfers.toPaymentLink({ network, to }))).toEqual({ address: to, isLink: true })
        for (const amount of amounts)
          for (const token of [undefined, suite.token].slice(0, suite.token ? 2 : 1)) {
            const recipient = read(transfers.toPaymentLink({ network, to, token, amount }))
            expect(recipient).toMatchObject({ address: to, isLink: true })
            expect(recipient?.token).toBe(token?.address)
            const decimals = token?.decimals ?? network.nativeCurrency.decimals
            expect(unitsOf(recipient?.amount, decimals)).toBe(amount)
          }
      }
    })

    test('behavior: sends the coin, and follows it after a reload', async () => {
      const context = await start()
      const { from, to, amount = 100_000n, readBalance } = context
      const plan = await transfers.plan({ ...context, transfer: { from, to, amount } })
      expect(plan).toMatchObject({ transfer: { from, to, amount } })
      expect(plan.gets).toBe(undefined)
      expect(plan.fee > 0n).toBe(true)
      const [had, before] = [await readBalance({ address: to }), await readBalance({ address: from })]
      await sendAndWait(context, plan)
      expect((await readBalance({ address: to })) - had).toBe(amount)
      const paid = before - (await readBalance({ address: from })) - amount
      expect(paid > 0n && paid <= plan.fee).toBe(true)
    })

    test('behavior: sends a token, if there are any', async () => {
      const context = await start()
      const { from, to, amount = 100_000n, readBalance, token } = context
      if (!token) return
      const transfer = { from, to, amount, token: token.address }
      const plan = await transfers.plan({ ...context, transfer })
      const had = await readBalance({ address: to, token: token.address })
      await sendAndWait(context, plan)
      expect((await readBalance({ address: to, token: token.address })) - had).toBe(amount)
    })

    test('behavior: each speed can be sent, and a faster one does not cost less', async () => {
      const context = await start()
      const { from, to, amount = 100_000n } = context
      const plans: TransferPlan[] = []
      for (const speed of transfers.speeds)
        plans.push(await transfers.plan({ ...context, transfer: { from, to, amount }, speed }))
      for (const [index, plan] of plans.entries())
        expect(index === 0 || plan.fee >= (plans[index - 1]?.fee ?? 0n)).toBe(true)
      for (const plan of plans.slice(-1)) await sendAndWait(context, plan)
    })

    test('behavior: the maximum and its fee are covered by the balance, at each speed', async () => {
      const context = await start()
      const { from, to, readBalance } = context
      const balance = await readBalance({ address: from })
      const speeds: (TransferSpeed | undefined)[] = [undefined, ...transfers.speeds]
      for (const speed of speeds) {
        const amount = await transfers.getMaximum({ ...context, balance, speed })
        expect(amount > 0n && amount < balance).toBe(true)
        const transfer = { from, to, amount }
        const plan = await transfers.plan({ ...context, transfer, isMaximum: true, speed })
        expect(plan.refusal).toBe(undefined)
        expect(amount + plan.fee <= balance).toBe(true)
      }
      expect(await transfers.getMaximum({ ...context, balance: 1n })).toBe(0n)
    })

    test('error: more than there is cannot be sent', async () => {
      const context = await start()
      const { from, to, readBalance } = context
      const amount = (await readBalance({ address: from })) + 1n
      const { refusal } = await transfers.plan({ ...context, transfer: { from, to, amount } })
      expect(refusal).toBe('fails')
    })

    test('error: all that there is leaves nothing for the fee', async () => {
      const context = await start()
      const { from, to, readBalance } = context
      const amount = await readBalance({ address: from })
      const { refusal } = await transfers.plan({ ...context, transfer: { from, to, amount } })
      expect(refusal).toBe('no-fee')
    })

    test('error: the visitor’s refusal has code 4001', async () => {
      const context = await start()
      const { from, to, amount = 100_000n, refusingProvider: provider } = context
      const plan = await transfers.plan({ ...context, provider, transfer: { from, to, amount } })
      const sending = transfers.send({ ...context, provider, plan })
      expect(await sending.catch((error: { rpcCode: number }) => error.rpcCode)).toBe(4001)
    })

    test('behavior: a transaction that nobody knows stays open until it is aborted', async () => {
      const context = await start()
      const sent = { hash: unknownHash, from: context.from }
      const signal = AbortSignal.timeout(1000)
      const waiting = transfers.waitForOutcome({ ...context, sent, signal })
      expect(await waiting.catch((error: unknown) => error)).toBe(signal.reason)
    })
  })
}

/** Returns the base units of a link's amount. */
function unitsOf(amount: Recipient['amount'], decimals: number): bigint | undefined {
  if (!amount) return undefined
  if ('units' in amount) return amount.units
  const [whole = '', fraction = ''] = amount.text.split('.')
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
}
