import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../database/inTransaction.ts'
import { openDatabase } from '../database/openDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { createEnvelope } from '../secrets/createEnvelope.ts'
import { describeEngines } from '../testing/describeEngines.ts'
import { createMailQueue, type MailCipher } from './createMailQueue.ts'
import { type MailTables, mailsSql } from './createMailStore.ts'
import { formatMail } from './formatMail.ts'
import type { Mail } from './Mail.ts'
import type { Mailer } from './Mailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'

const email = "o'hara+tag@example.com"
const expiresIn = 600_000

type Content = { to: string; code: string }

const envelope = createEnvelope({ ring: { primary: 'one', keys: new Map([['one', randomBytes(32)]]) } })
const cipher: MailCipher = {
  seal(place, text) {
    const { kekId, sealed } = envelope.seal({ value: Buffer.from(text), place: { ...place, ...elsewhere } })
    return { kek_id: kekId, sealed }
  },
  async open(place, { kek_id: kekId, sealed }) {
    return Buffer.from(envelope.open({ kekId, sealed, place: { ...place, ...elsewhere } })).toString()
  },
}
const elsewhere = { user: '', slot: '', version: '1' }

/** Creates a queue with a clock that the test controls, and adds one mail. */
async function openQueue(database: Kysely<MailTables>, send: Mailer['send']) {
  let time = 1_800_000_000_000
  const logged: string[] = []
  const outcomes: string[] = []
  const queue = createMailQueue<MailTables, Content>({
    database,
    cipher,
    compose: ({ to, code }) => formatMail({ to, subject: 'Your code', parts: [{ code }] }),
    mailer: { send, close: () => undefined },
    log: createLog({ level: 'trace', destination: { write: (line) => void logged.push(line) } }),
    onMail: (outcome) => void outcomes.push(outcome),
    now: () => time,
  })
  onTestFinished(() => queue.close())
  const add = () =>
    inTransaction({
      database,
      run: (transaction) =>
        queue.add(transaction, { to: email, code: '012345' }, { now: time, expiresAt: time + expiresIn }),
    })
  await add()
  queue.kick()
  return {
    queue,
    logged,
    outcomes,
    add,
    now: () => time,
    pass(ms: number) {
      time += ms
    },
    waiting: () => database.selectFrom('mails').selectAll().execute(),
  }
}

await describeEngines<MailTables>({
  name: 'createMailQueue',
  openDatabase: (place) =>
    openDatabase({
      program: 'test',
      variable: 'DATABASE_URL',
      ifLost: '',
      migrations: [{ name: '001', sql: mailsSql }],
      ...place,
    }),
  suite: ({ open }) => {
    test('behavior: sends a mail and stores it encrypted only', async () => {
      const sent: Mail[] = []
      let stored = ''
      const database = await open()
      const { queue, outcomes, waiting } = await openQueue(database, async (mail) => {
        stored = JSON.stringify(await database.selectFrom('mails').selectAll().execute())
        sent.push(mail)
      })
      await vi.waitUntil(() => sent.length > 0, { timeout: 15_000 })
      await queue.idle()
      expect(sent).toMatchObject([{ to: email, subject: 'Your code', text: '012345\n' }])
      expect(stored).not.toMatch(/012345|hara/)
      expect(outcomes).toEqual(['sent'])
      expect(await waiting()).toEqual([])
    })

    test('behavior: a permanently refused mail is not retried', async () => {
      const send = vi.fn(async () => {
        throw new MailRefusedError({
          cause: Object.assign(new Error(`550 ${email}`), { code: 'EENVELOPE' }),
        })
      })
      const { queue, logged, outcomes, waiting } = await openQueue(await open(), send)
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 15_000 })
      await queue.idle()
      expect(send).toHaveBeenCalledTimes(1)
      expect(outcomes).toEqual(['refused'])
      const log = logged.join('')
      expect(log).toContain('EENVELOPE')
      expect(log).not.toContain('hara')
    })

    test('behavior: sends the same mail again after the mail server was down', async () => {
      const attempts: Mail[] = []
      let isDown = true
      const { queue, pass, waiting } = await openQueue(await open(), async (mail) => {
        attempts.push(mail)
        if (isDown) throw Object.assign(new Error('no'), { code: 'ECONNECTION' })
      })
      await vi.waitUntil(() => attempts.length > 0, { timeout: 15_000 })
      isDown = false
      await queue.idle()
      pass(10_000)
      queue.kick()
      await vi.waitUntil(() => attempts.length > 1, { timeout: 15_000 })
      await queue.idle()
      expect(attempts[1]).toEqual(attempts[0])
      expect(await waiting()).toEqual([])
    })

    test('error: a full queue refuses another mail', async () => {
      const database = await open()
      const { queue, add } = await openQueue(database, async () => undefined)
      await queue.idle()
      const rows = Array.from({ length: 10_000 }, (_, index) => ({
        id: String(index),
        sealed: '',
        kek_id: 'one',
        attempts: 0,
        // Not due yet.
        next_at: 4e12,
        expires_at: 4e12,
      }))
      for (let index = 0; index < rows.length; index += 1000)
        await database
          .insertInto('mails')
          .values(rows.slice(index, index + 1000))
          .execute()
      await expect(add()).rejects.toMatchObject({ code: 'busy' })
    })

    /** Opens a queue whose mail server has received a mail but not answered yet. */
    async function openSlow() {
      let release: () => void = () => undefined
      const never = new Promise<void>((resolve) => {
        release = resolve
      })
      const slow = { calls: 0 }
      const opened = await openQueue(await open(), async () => {
        slow.calls++
        await never
      })
      onTestFinished(() => release())
      await vi.waitUntil(() => slow.calls === 1, { timeout: 15_000 })
      return { ...opened, slow }
    }

    test('behavior: another worker takes over a mail after its lease has expired', async () => {
      const { queue, pass, slow } = await openSlow()
      queue.kick()
      pass(10_001)
      queue.kick()
      await vi.waitUntil(() => slow.calls === 2, { timeout: 15_000 })
    })

    test('behavior: the lease of a slow mail is renewed', async () => {
      // Fake only these timers: the database needs the others.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const { queue, pass, now, waiting, slow } = await openSlow()
      const due = async () => (await waiting())[0]?.next_at
      for (let round = 0; round < 3; round++) {
        pass(9000)
        vi.advanceTimersByTime(3000)
        await vi.waitFor(async () => expect(await due()).toBe(now() + 10_000), { timeout: 15_000 })
      }
      queue.kick()
      expect(await due()).toBeGreaterThan(now())
      expect(slow.calls).toBe(1)
    })
  },
})
