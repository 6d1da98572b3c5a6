import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { createGuessingBreaker } from './createGuessingBreaker.ts'

/** What came of a typed code. */
export type CodeOutcome =
  | 'accepted'
  | 'code-wrong'
  | 'code-burnt'
  | 'code-void'
  | 'identity-mismatch'
  | 'introduction-expired'

/** What came of the proof of a social login. */
export type ProofOutcome =
  | 'accepted'
  | 'id-token-invalid'
  | 'siwf-invalid'
  | 'introduction-mismatch'
  | 'identity-mismatch'

/** The metrics of introductions. */
export type IntroductionMetrics = {
  onCode(outcome: CodeOutcome): void
  onProof(outcome: ProofOutcome): void
  onMail(outcome: 'sent' | 'failed' | 'refused' | 'expired'): void
}

/** Registers the metrics of introductions. The gauges are read from the database, so every process reports the same. */
export function createIntroductionMetrics({
  registry,
  database,
  now,
}: {
  registry: Registry
  database: Database
  now: () => number
}): IntroductionMetrics {
  const registers = [registry]
  const breaker = createGuessingBreaker({ database })
  const codes = new Counter({
    name: 'gateway_introduction_codes_total',
    help: 'Entered codes of introductions by outcome. A growing number of identity-mismatch means that the vault names users to whom the address does not belong.',
    labelNames: ['outcome'],
    registers,
  })
  const proofs = new Counter({
    name: 'gateway_introduction_proofs_total',
    help: 'Proofs of social logins by outcome. A growing number of identity-mismatch means that the vault names users to whom the account does not belong.',
    labelNames: ['outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'gateway_mails_total',
    help: 'Attempts to send a mail by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'gateway_wrong_codes',
    help: 'Wrong short codes for new keys, over all processes, in the last 24 hours and 30 days.',
    labelNames: ['window'],
    registers,
    async collect() {
      for (const { window, wrong } of await breaker.counts(now())) this.set({ window }, wrong)
    },
  })
  new Gauge({
    name: 'gateway_code_alarm',
    help: '1 while short codes are void and new ones have twelve characters, because too many were wrong: someone is guessing codes.',
    registers,
    async collect() {
      this.set((await breaker.isOpen(now())) ? 1 : 0)
    },
  })
  return {
    onCode: (outcome) => codes.inc({ outcome }),
    onProof: (outcome) => proofs.inc({ outcome }),
    onMail: (outcome) => mails.inc({ outcome }),
  }
}
