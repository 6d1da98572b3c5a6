import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import { MailboxError } from './MailboxError.ts'
import type { MailboxStore } from './MailboxStore.ts'
import { messageBytes } from './messageBytes.ts'
import type {
  SqliteMailboxResponse,
  SqliteMailboxSetup,
  SqliteMailboxTask,
  SqliteMailboxTasks,
} from './SqliteMailboxTasks.ts'

type QueuedTask = { task: SqliteMailboxTask; resolve(result: unknown): void; reject(error: Error): void }

const maxBatch = 2000
/** Bytes of the texts in a batch, which bound the memory it takes in both threads and the size of the write-ahead log. */
const maxBatchBytes = 4 * 1024 * 1024
/**
 * Milliseconds a receipt may wait for further calls to join its batch. A lost receipt only delivers a message twice.
 */
const receiptMs = 20
const sweepMs = 10_000

/**
 * Creates a mailbox in `relay.sqlite` of the data folder. Calls resolve after the data is flushed to disk.
 *
 * Calls that arrive while one batch is flushed form the next batch (group commit). The mailbox has its own thread and
 * file, so that it and the other tables do not wait for each other's writers.
 *
 * @throws {MailboxError} if the file cannot be used.
 * @example
 * const mailbox = await createSqliteMailbox({ dataDir: '.portico/gateway' })
 */
export async function createSqliteMailbox({
  dataDir,
  limits = defaultMailboxLimits,
  isExclusive = false,
  now = Date.now,
}: {
  dataDir: string
  limits?: MailboxLimits
  /** Whether the file is locked, and waited for while another process has it. */
  isExclusive?: boolean
  now?: () => number
}): Promise<MailboxStore> {
  const file = join(dataDir, 'relay.sqlite')
  prepare(dataDir, file)
  const setup: SqliteMailboxSetup = { file, limits, isExclusive }
  const thread = new Worker(new URL('./sqliteMailboxThread.ts', import.meta.url), {
    workerData: setup,
    execArgv: [],
  })
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  let queue: QueuedTask[] = []
  let running: QueuedTask[] | undefined
  let failure: MailboxError | undefined
  let flushNow = false
  let receiptTimer: NodeJS.Timeout | undefined

  function pump(): void {
    if (running || queue.length === 0) return
    if (!flushNow) {
      receiptTimer ??= setTimeout(() => {
        flushNow = true
        pump()
      }, receiptMs)
      return
    }
    clearTimeout(receiptTimer)
    receiptTimer = undefined
    running = queue.splice(0, batchLength(queue))
    flushNow = queue.length > 0
    thread.postMessage(running.map(({ task }) => task))
  }

  function fail(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause)
    failure ??= new MailboxError(`The mailbox ${file} cannot be used (${reason}).`, { cause })
    const lost = [...(running ?? []), ...queue]
    running = undefined
    queue = []
    for (const { reject } of lost) reject(failure)
  }

  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve())
    thread.once('error', (error) => {
      fail(error)
      reject(failure)
    })
  })
  thread.on('message', (response: SqliteMailboxResponse) => {
    const batch = running ?? []
    running = undefined
    // Send the next batch to the thread before resolving the calls of this one.
    pump()
    batch.forEach(({ resolve, reject }, index) => {
      if (response.ok) resolve(response.results[index])
      else reject(new MailboxError(`The mailbox ${file} could not be written (${response.message}).`))
    })
  })
  thread.once('exit', () => fail('its thread ended'))

  function call<Name extends keyof SqliteMailboxTasks>(
    name: Name,
    parameters: Parameters<SqliteMailboxTasks[Name]>[0],
  ): Promise<ReturnType<SqliteMailboxTasks[Name]>> {
    if (failure) return Promise.reject(failure)
    return new Promise((resolve, reject) => {
      const task = [name, parameters] as SqliteMailboxTask
      queue.push({ task, resolve: resolve as (result: unknown) => void, reject })
      const wasFlushNow = flushNow
      flushNow ||= name !== 'acknowledge'
      // Wait for the microtask, so that all calls of this tick join the batch.
      if (queue.length === 1 || flushNow !== wasFlushNow) queueMicrotask(pump)
    })
  }

  const sweeper = setInterval(() => {
    // A failed sweep can be ignored: the next write reports the failure.
    call('sweep', { now: now() }).catch(() => undefined)
  }, sweepMs).unref()

  return {
    add: (message) => call('add', message),
    read: (query) => call('read', query),
    acknowledge: (receipt) => call('acknowledge', receipt),
    stats: () => call('stats', { now: now() }),
    async close() {
      clearInterval(sweeper)
      if (failure) return
      // Resolves after all calls queued before it.
      await call('sweep', { now: now() }).catch(() => undefined)
      thread.postMessage('close')
      await ended
    },
  }
}

/** Returns the number of tasks that form the next batch: at least one. */
function batchLength(queue: readonly QueuedTask[]): number {
  let bytes = 0
  let length = 0
  for (const { task } of queue) {
    if (length === maxBatch || bytes >= maxBatchBytes) break
    if (task[0] === 'add') bytes += messageBytes(task[1])
    length += 1
  }
  return length
}

/** Creates the file with mode 0600: topics are secret, whatever the permissions of the folder. */
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
