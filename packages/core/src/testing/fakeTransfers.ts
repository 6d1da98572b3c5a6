import type {
  NamespaceTransfers,
  SentTransaction,
  TransferOutcome,
  TransferPlan,
} from '../money/NamespaceTransfers.ts'
import { deferred } from './deferred.ts'

/** The fee of every transfer, in base units of the coin. */
const fakeFee = 21_000n

/** Creates the part of a namespace that sends, for tests: its answers can be replaced, and it records what it is asked. */
export function fakeTransfers() {
  const outcome = deferred<TransferOutcome>()
  const fake = {
    plans: [] as TransferPlan[],
    /** What a plan says besides the transfer. */
    plan: {} as Partial<TransferPlan>,
    send: async (_: TransferPlan): Promise<SentTransaction> => ({ hash: '0xsent', from: '0x' }),
    outcome,
    waitForOutcome: (
      _?: Partial<Parameters<NamespaceTransfers['waitForOutcome']>[0]>,
    ): Promise<TransferOutcome> => outcome.promise,
    transfers: undefined as unknown as NamespaceTransfers,
  }
  fake.transfers = {
    speeds: [],
    readRecipient: ({ text }) => (/^0x[0-9a-f]{40}$/i.test(text) ? { address: text } : undefined),
    toPaymentLink: ({ to }) => `fake:${to}`,
    getMaximum: async ({ balance }) => (balance > fakeFee ? balance - fakeFee : 0n),
    async plan({ transfer }) {
      const plan = { transfer, fee: fakeFee, notes: [], request: {}, ...fake.plan }
      fake.plans.push(plan)
      return plan
    },
    send: ({ plan }) => fake.send(plan),
    waitForOutcome: (parameters) => fake.waitForOutcome(parameters),
  }
  return fake
}

export type FakeTransfers = ReturnType<typeof fakeTransfers>
