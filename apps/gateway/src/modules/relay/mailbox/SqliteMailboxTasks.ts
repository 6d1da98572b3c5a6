import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import type { AddResult, MailboxPage, MailboxStore, NewMessage } from './MailboxStore.ts'

/** The `workerData` of the mailbox thread. */
export type SqliteMailboxSetup = { file: string; limits: MailboxLimits; isExclusive: boolean }

/** The calls the mailbox thread accepts, as functions of their parameters and results. */
export type SqliteMailboxTasks = {
  add: (message: NewMessage) => AddResult
  read: (query: Parameters<MailboxStore['read']>[0]) => MailboxPage[]
  acknowledge: (receipt: { topic: string; id: string; clientId: string }) => void
  stats: (query: { now: number }) => { messages: number; bytes: number; oldest: number | undefined }
  /** Deletes expired messages. */
  sweep: (query: { now: number }) => void
}

/** One call, as it is posted to the thread. */
export type SqliteMailboxTask = {
  [Name in keyof SqliteMailboxTasks]: [name: Name, parameters: Parameters<SqliteMailboxTasks[Name]>[0]]
}[keyof SqliteMailboxTasks]

/** The thread's response to a batch: the result of each call, or the reason why the whole batch was rolled back. */
export type SqliteMailboxResponse = { ok: true; results: unknown[] } | { ok: false; message: string }
