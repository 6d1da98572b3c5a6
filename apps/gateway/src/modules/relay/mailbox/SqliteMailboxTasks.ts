import type { Added, MailboxLimits, MailboxPage, MailboxStore, NewMessage } from './MailboxStore.ts'

/** What the thread that holds the file is told when it begins. */
export type SqliteMailboxSetup = { file: string; limits: MailboxLimits }

/** Everything the thread can be asked for, as parameters and answer. */
export type SqliteMailboxTasks = {
  add: (message: NewMessage) => Added
  read: (query: Parameters<MailboxStore['read']>[0]) => MailboxPage[]
  acknowledge: (receipt: { topic: string; id: string; clientId: string }) => void
  stats: (query: { now: number }) => { messages: number; bytes: number; oldest: number | undefined }
  /** Forgets what has expired. */
  sweep: (query: { now: number }) => void
}

/** One call on its way to the thread. */
export type SqliteMailboxTask = {
  [Name in keyof SqliteMailboxTasks]: [name: Name, parameters: Parameters<SqliteMailboxTasks[Name]>[0]]
}[keyof SqliteMailboxTasks]

/** The thread's answer to a batch: what each call returned, or why all of them are undone. */
export type SqliteMailboxAnswer = { ok: true; results: unknown[] } | { ok: false; message: string }
