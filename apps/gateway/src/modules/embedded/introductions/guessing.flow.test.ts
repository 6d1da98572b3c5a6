import { tempFolder } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../infra/database/openDatabase.ts'
import { createTestIntroductions, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { guessingLimits } from './createGuessingBreaker.ts'

// An attacker with the vault guesses the codes that the gateway mails, at any rate, against the real service with a clock that
// the test controls. `GUESSING_DAYS=365` runs the full campaign: a year for each strategy.
const days = Number(process.env.GUESSING_DAYS ?? 1)
const hour = 3_600_000
const day = 24 * hour
const timeoutMs = 60_000 + days * 10_000

/** What is promised for a year, over all wallets together. */
const promised = 5.7e-5
/** The number of codes of each format. */
const codes = { short: 32 ** 6, long: 32 ** 12, digits: 10 ** 6 }

/** A try that the service has compared with a code. */
type Try = { at: number; format: keyof typeof codes }

async function createAttack() {
  const database = await openDatabase({ dataDir: tempFolder() })
  onTestFinished(() => database.destroy())
  // Nothing of this database must survive a power failure.
  await sql`pragma synchronous = off`.execute(database)
  const databases = Array.from({ length: 4 }, () => database)
  const { visitor, processes, now, wait, outcomes } = await createTestIntroductions({ databases })
  const tries: Try[] = []
  let addresses = 0
  /** Opens an introduction for a key of the attacker, whose code is mailed to the owner of the address. */
  async function open(email = `owner${addresses++}@example.com`) {
    const one = await visitor({ email, at: processes[addresses % 4] as (typeof processes)[0] })
    await one.start()
    const mailed = await one.mail().catch((error: { code?: string }) => {
      if (error.code !== 'rate-limited') throw error
      return undefined
    })
    return mailed && { enter: one.enter, format: mailed.format }
  }
  /** Guesses once. Returns whether the guess was compared with the code. */
  async function guess({ enter, format }: NonNullable<Awaited<ReturnType<typeof open>>>): Promise<boolean> {
    const before = outcomes.length
    const refusal = await refusalOf(enter(format === 'long' ? '000000000000' : '000000'))
    if (outcomes.slice(before).includes('accepted')) throw new Error('The attacker has guessed a code.')
    // The last wrong try is answered with `code-burnt`, too, but only counted ones reach the metrics as `code-wrong`.
    if (
      refusal === 'code-wrong' ||
      (refusal === 'code-burnt' && outcomes.slice(before).includes('code-wrong'))
    )
      tries.push({ at: now(), format })
    return refusal === 'code-wrong'
  }
  return { open, guess, tries, now, wait }
}

type Attack = Awaited<ReturnType<typeof createAttack>>

/** Guesses until the codes are void or long. */
async function guessUntilVoid({ open, guess }: Attack, triesEach: number): Promise<void> {
  for (;;) {
    const one = await open()
    if (!one || one.format === 'long') return
    for (let count = 0; count < triesEach; count++) {
      if (await guess(one)) continue
      if (count < 2) return
    }
  }
}

/** What the attacker does in each hour. */
const strategies: Readonly<Record<string, (attack: Attack) => Promise<void>>> = {
  'three guesses at each code, as soon as codes are short': (attack) => guessUntilVoid(attack, 3),

  'one guess at each of many addresses': (attack) => guessUntilVoid(attack, 1),

  'before and after the turn of each hour': async (attack) => {
    attack.wait(hour - 1)
    await guessUntilVoid(attack, 3)
    attack.wait(1)
    await guessUntilVoid(attack, 3)
  },

  'hundreds of codes collected first, then guessed at once through four processes': async (attack) => {
    const first = await attack.open()
    if (!first || first.format === 'long') return
    const collected = [first]
    while (collected.length < 200) {
      const one = await attack.open()
      if (one) collected.push(one)
    }
    for (let count = 0; count < 3; count++) await Promise.all(collected.map((one) => attack.guess(one)))
  },

  'all guesses at one owner': async ({ open, guess }) => {
    for (;;) {
      const one = await open('owner@example.com')
      if (!one) return
      while (await guess(one));
    }
  },
}

/** The largest number of tries in any time of this length. */
function most(tries: readonly Try[], window: number): number {
  let [maximum, first] = [0, 0]
  for (const [index, { at }] of tries.entries()) {
    while ((tries[first]?.at ?? 0) <= at - window) first += 1
    maximum = Math.max(maximum, index - first + 1)
  }
  return maximum
}

describe('guessing with the vault', () => {
  test.each(Object.entries(strategies))(
    'error: %s: the real service compares too few guesses',
    async (name, attackOnce) => {
      const attack = await createAttack()
      const start = attack.now()
      while (attack.now() < start + days * day) {
        const before = attack.now()
        await attackOnce(attack)
        attack.wait(hour - (attack.now() - before))
      }
      const tries = attack.tries.toSorted((one, other) => one.at - other.at)
      const short = tries.filter(({ format }) => format === 'short')
      for (const { hours, wrong } of guessingLimits)
        expect(most(short, hours * hour)).toBeLessThanOrEqual(wrong + 1)
      const expected = tries.reduce((sum, { format }) => sum + 1 / codes[format], 0)
      if (process.env.GUESSING_DAYS)
        console.log(
          `${name}: ${days} days, ${short.length} short and ${tries.length - short.length} long codes guessed at, ${expected.toExponential(3)} expected hits`,
        )
      // A year at most, whenever it begins; fewer days allow as much at most.
      expect(expected).toBeLessThanOrEqual(promised)
      // The attack is a real one: it uses up the allowance.
      expect(short.length).toBeGreaterThan(name.includes('one owner') ? 14 * days : 490 * Math.min(days, 3))
      for (const { format } of tries) expect(format).not.toBe('digits')
    },
    timeoutMs,
  )
})
