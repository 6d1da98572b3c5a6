import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import { MailboxError } from './MailboxError.ts'
import type { MailboxLimits, MailboxStore } from './MailboxStore.ts'
import type {
  SqliteMailboxAnswer,
  SqliteMailboxSetup,
  SqliteMailboxTask,
  SqliteMailboxTasks,
} from './SqliteMailboxTasks.ts'

type Waiting = { task: SqliteMailboxTask; resolve(result: unknown): void; reject(error: Error): void }

const maxBatch = 2000
/** Milliseconds a receipt may wait for company: a lost one only means that its message comes twice. */
const receiptMs = 20
const sweepMs = 10_000

/**
 * Keeps messages in `relay.sqlite` of the data folder, flushed to the disk before it answers.
 *
 * What comes in while one batch is being flushed makes the next one (group commit), in a thread of its own and a file of
 * its own: neither waits for the other tables' writers, nor do they for this.
 *
 * @throws {MailboxError} if the file cannot be used.
 * @example
 * const mailbox = await createSqliteMailbox({ dataDir: '.portico/gateway' })
 */
export async function createSqliteMailbox({
  dataDir,
  limits = defaultMailboxLimits,
  now = Date.now,
}: {
  dataDir: string
  limits?: MailboxLimits
  now?: () => number
}): Promise<MailboxStore> {
  const file = join(dataDir, 'relay.sqlite')
  prepare(dataDir, file)
  const setup: SqliteMailboxSetup = { file, limits }
  const thread = new Worker(new URL('./sqliteMailboxThread.ts', import.meta.url), {
    workerData: setup,
    execArgv: [],
  })
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  let waiting: Waiting[] = []
  let running: Waiting[] | undefined
  let failure: MailboxError | undefined
  let urgent = false
  let receiptTimer: NodeJS.Timeout | undefined

  function pump(): void {
    if (running || waiting.length === 0) return
    if (!urgent) {
      receiptTimer ??= setTimeout(() => {
        urgent = true
        pump()
      }, receiptMs)
      return
    }
    clearTimeout(receiptTimer)
    receiptTimer = undefined
    running = waiting.splice(0, maxBatch)
    urgent = waiting.length > 0
    thread.postMessage(running.map(({ task }) => task))
  }

  function fail(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause)
    failure ??= new MailboxError(`The mailbox ${file} cannot be used (${reason}).`, { cause })
    const lost = [...(running ?? []), ...waiting]
    running = undefined
    waiting = []
    for (const { reject } of lost) reject(failure)
  }

  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve())
    thread.once('error', (error) => {
      fail(error)
      reject(failure)
    })
  })
  thread.on('message', (answer: SqliteMailboxAnswer) => {
    const batch = running ?? []
    running = undefined
    // The next batch is on its way to the disk while this one's senders are told.
    pump()
    batch.forEach(({ resolve, reject }, index) => {
      if (answer.ok) resolve(answer.results[index])
      else reject(new MailboxError(`The mailbox ${file} could not be written (${answer.message}).`))
    })
  })
  thread.once('exit', () => fail('its thread has ended'))

  function ask<Name extends keyof SqliteMailboxTasks>(
    name: Name,
    parameters: Parameters<SqliteMailboxTasks[Name]>[0],
  ): Promise<ReturnType<SqliteMailboxTasks[Name]>> {
    if (failure) return Promise.reject(failure)
    return new Promise((resolve, reject) => {
      const task = [name, parameters] as SqliteMailboxTask
      waiting.push({ task, resolve: resolve as (result: unknown) => void, reject })
      const wasUrgent = urgent
      urgent ||= name !== 'acknowledge'
      // Whatever else is asked in this turn goes along.
      if (waiting.length === 1 || urgent !== wasUrgent) queueMicrotask(pump)
    })
  }

  const sweeper = setInterval(() => {
    // Not being able to tidy up hurts nobody yet; whoever writes next is told.
    ask('sweep', { now: now() }).catch(() => undefined)
  }, sweepMs).unref()

  return {
    add: (message) => ask('add', message),
    read: (query) => ask('read', query),
    acknowledge: (receipt) => ask('acknowledge', receipt),
    stats: () => ask('stats', { now: now() }),
    async close() {
      clearInterval(sweeper)
      if (failure) return
      // Behind everything that was asked before.
      await ask('sweep', { now: now() }).catch(() => undefined)
      thread.postMessage('close')
      await ended
    },
  }
}

/** Topics are secrets: the file is this user's alone, whatever the folder is. */
function prepare(dataDir: string, file: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MailboxError(`The mailbox ${file} cannot be used (${reason}).`, { cause })
  }
}
