import { randomUUID } from 'node:crypto'
import type { Log } from '@portico/server'
import type { Database } from '../database/openVaultDatabase.ts'
import { HttpProblem } from '../http/HttpProblem.ts'
import type { Cipher } from '../secrets/createCipher.ts'
import { composeMail } from './composeMail.ts'
import type { Letter } from './Letter.ts'
import type { Mailer } from './Mailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'
import { createMailStore } from './store.ts'

export type MailQueue = {
  /**
   * Puts a letter into the queue, as part of a transaction: it is sent if and only if that is committed.
   *
   * @throws {HttpProblem} `busy` if too many wait already.
   */
  add(transaction: Database, letter: Letter, times: { now: number; expiresAt: number }): Promise<void>
  /** Sends what waits, soon; answers do not wait for it, or they would tell which addresses are known. */
  kick(): void
  /** Resolves once nothing is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * A mail is this process's own for so long, and again as long as it is at it: what a killed one had goes on soon. Machines
 * whose clocks differ by more send it twice, which mailboxes show once.
 */
const leaseMs = 10_000
const renewEvery = 3000
const lookEvery = 1000
const most = 10_000
const slowest = 300_000

/** Sends letters from the database, at least once each; who adds one never waits for the mail server. */
export function createMailQueue({
  database,
  cipher,
  mailer,
  log,
  onMail,
  now = Date.now,
  lanes = 4,
}: {
  database: Database
  cipher: Cipher
  mailer: Mailer
  log: Log
  onMail: (outcome: 'sent' | 'failed' | 'refused' | 'expired') => void
  now?: () => number
  /** How many are sent at once. */
  lanes?: number
}): MailQueue {
  const store = createMailStore({ database })
  const running = new Set<Promise<void>>()
  let isClosed = false
  let missed = false

  async function sendAll(): Promise<void> {
    for (;;) {
      const waiting = isClosed ? undefined : await store.take(leaseMs, now())
      if (!waiting) return
      const { id, attempts } = waiting
      try {
        const letter = JSON.parse(await cipher.open({ table: 'mails', row: id }, waiting)) as Letter
        await keepWhile(id, mailer.send({ id, ...composeMail(letter) }))
        await store.remove(id)
        onMail('sent')
      } catch (error) {
        const isRefused = error instanceof MailRefusedError
        onMail(isRefused ? 'refused' : 'failed')
        // The code alone: a mail server's sentence names the address.
        const cause = isRefused ? error.cause : error
        log.warn({ code: codeOf(cause), error: isRefused ? error : undefined }, 'a mail was not sent')
        if (isRefused) await store.remove(id)
        else await store.postpone(id, now() + Math.min(slowest, 2000 * 2 ** attempts))
      }
    }
  }

  /** A mail server may take longer than the lease: it is renewed until it has answered. */
  async function keepWhile(id: string, sending: Promise<void>): Promise<void> {
    let renewal = Promise.resolve()
    const timer = setInterval(() => {
      renewal = renewal
        .then(() => store.postpone(id, now() + leaseMs))
        .catch((error) => log.error({ error }, 'a mail that is being sent cannot be kept from others'))
    }, renewEvery)
    try {
      await sending
    } finally {
      clearInterval(timer)
      await renewal
    }
  }

  function kick(): void {
    if (isClosed) return
    if (running.size >= lanes) {
      missed = true
      return
    }
    const lane = sendAll()
      .catch((error) => log.error({ error }, 'the queue of mails cannot be read'))
      .finally(() => {
        running.delete(lane)
        if (!missed) return
        missed = false
        kick()
      })
    running.add(lane)
  }

  const timer = setInterval(() => {
    void store.removeExpired(now()).then(
      (count) => {
        for (let index = 0; index < count; index++) onMail('expired')
      },
      (error) => log.error({ error }, 'the queue of mails cannot be read'),
    )
    kick()
  }, lookEvery)
  timer.unref()

  return {
    async add(transaction, letter, { now, expiresAt }) {
      const waiting = createMailStore({ database: transaction })
      if ((await waiting.count()) >= most) throw new HttpProblem('busy')
      const id = randomUUID()
      await waiting.add(
        { id, ...cipher.seal({ table: 'mails', row: id }, JSON.stringify(letter)), expiresAt },
        now,
      )
    },
    kick,
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      while (running.size > 0) await Promise.all(running)
      mailer.close()
    },
  }
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : undefined
}
