import { randomUUID } from 'node:crypto'
import type { Connection } from '../database/Connection.ts'
import type { Log } from '../log/createLog.ts'
import { type ProblemClass, Problem as SharedProblem } from '../problems/Problem.ts'
import type { SharedProblemCode } from '../problems/sharedProblems.ts'
import { createMailStore, type MailTables, type SealedMail } from './createMailStore.ts'
import type { Mail } from './Mail.ts'
import type { Mailer } from './Mailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'
import type { MailProblemCode } from './mailProblems.ts'

const Problem = SharedProblem as ProblemClass<SharedProblemCode | MailProblemCode>

/** Where a queued mail is stored; it decrypts only with the same place. */
export type MailPlace = { table: 'mails'; row: string }

/** Encrypts queued mails. Each server passes its own envelope. */
export type MailCipher = {
  seal(place: MailPlace, text: string): SealedMail | Promise<SealedMail>
  open(place: MailPlace, mail: SealedMail): Promise<string>
}

/** A queue of mails. `Content` holds the facts of a mail, from which its text is written when it is sent. */
export type MailQueue<Content> = {
  /**
   * Adds a mail to the queue as part of a transaction: it is sent if and only if the transaction commits.
   *
   * @throws {Problem} `busy` if the queue is full.
   */
  add<Tables extends MailTables>(
    transaction: Connection<Tables>,
    content: Content,
    times: { now: number; expiresAt: number },
  ): Promise<void>
  /** Starts sending queued mails. Responses must not wait for it: their timing would reveal which addresses are known. */
  kick(): void
  /** Resolves once no mail is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * How long a process has a mail for itself; the lease is renewed while it sends. Another process takes over the mail of a
 * killed one soon after. If clocks differ by more than this, a mail may be sent twice with the same message ID, which
 * mail programs show once.
 */
const leaseMs = 10_000
const renewIntervalMs = 3000
const pollIntervalMs = 1000
const maxQueued = 10_000
const maxRetryDelayMs = 300_000

/**
 * Creates a mail queue in the database. Each mail is sent at least once, and adding one never waits for the mail server.
 *
 * @example
 * const mailQueue = createMailQueue({ database, cipher, compose, mailer, log, onMail })
 * await mailQueue.add(transaction, { kind: 'code', to, code }, { now, expiresAt })
 * mailQueue.kick() // after the transaction has committed
 */
export function createMailQueue<Tables extends MailTables, Content>({
  database,
  cipher,
  compose,
  mailer,
  log,
  onMail,
  now = Date.now,
  concurrency = 4,
}: {
  database: Connection<Tables>
  cipher: MailCipher
  /** Writes a mail from its content, which was stored as JSON. */
  compose: (content: Content) => Mail
  mailer: Mailer
  log: Log
  onMail: (outcome: 'sent' | 'failed' | 'refused' | 'expired') => void
  now?: () => number
  /** How many mails are sent at once. */
  concurrency?: number
}): MailQueue<Content> {
  const store = createMailStore({ database })
  const running = new Set<Promise<void>>()
  let isClosed = false
  let isKickMissed = false

  async function sendAll(): Promise<void> {
    for (;;) {
      const mail = isClosed ? undefined : await store.take(leaseMs, now())
      if (!mail) return
      const { id, attempts } = mail
      try {
        const content = JSON.parse(await cipher.open({ table: 'mails', row: id }, mail)) as Content
        await renewWhile(id, mailer.send({ id, ...compose(content) }))
        await store.remove(id)
        onMail('sent')
      } catch (error) {
        const isRefused = error instanceof MailRefusedError
        onMail(isRefused ? 'refused' : 'failed')
        // Log only the error code: the mail server's message contains the address.
        const cause = isRefused ? error.cause : error
        log.warn({ code: codeOf(cause), error: isRefused ? error : undefined }, 'mail not sent')
        if (isRefused) await store.remove(id)
        else await store.postpone(id, now() + Math.min(maxRetryDelayMs, 2000 * 2 ** attempts))
      }
    }
  }

  /** Renews the lease until the mail server has answered, which may take longer than the lease. */
  async function renewWhile(id: string, sending: Promise<void>): Promise<void> {
    let renewal = Promise.resolve()
    const timer = setInterval(() => {
      renewal = renewal
        .then(() => store.postpone(id, now() + leaseMs))
        .catch((error) => log.error({ error }, 'lease of a mail not renewed'))
    }, renewIntervalMs)
    try {
      await sending
    } finally {
      clearInterval(timer)
      await renewal
    }
  }

  function kick(): void {
    if (isClosed) return
    if (running.size >= concurrency) {
      isKickMissed = true
      return
    }
    const worker = sendAll()
      .catch((error) => log.error({ error }, 'mail queue not readable'))
      .finally(() => {
        running.delete(worker)
        if (!isKickMissed) return
        isKickMissed = false
        kick()
      })
    running.add(worker)
  }

  const timer = setInterval(() => {
    void store.removeExpired(now()).then(
      (count) => {
        for (let index = 0; index < count; index++) onMail('expired')
      },
      (error) => log.error({ error }, 'mail queue not readable'),
    )
    kick()
  }, pollIntervalMs)
  timer.unref()

  return {
    async add(transaction, content, { now, expiresAt }) {
      const waiting = createMailStore({ database: transaction })
      if ((await waiting.count()) >= maxQueued) throw new Problem('busy')
      const id = randomUUID()
      await waiting.add(
        { id, ...(await cipher.seal({ table: 'mails', row: id }, JSON.stringify(content))), expiresAt },
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
