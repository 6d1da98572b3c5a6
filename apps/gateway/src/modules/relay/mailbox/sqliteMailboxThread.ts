import { parentPort, workerData } from 'node:worker_threads'
import { openMailboxFile } from './openMailboxFile.ts'
import type { SqliteMailboxAnswer, SqliteMailboxSetup, SqliteMailboxTask } from './SqliteMailboxTasks.ts'

// A thread of its own: flushing to the disk takes milliseconds, and the gateway has others to answer meanwhile.
const mailbox = openMailboxFile(workerData as SqliteMailboxSetup)
const answer = (message: SqliteMailboxAnswer) => parentPort?.postMessage(message)
answer({ ok: true, results: [] })

parentPort?.on('message', (batch: SqliteMailboxTask[] | 'close') => {
  if (batch === 'close') {
    mailbox.close()
    parentPort?.close()
    return
  }
  try {
    answer({ ok: true, results: mailbox.run(batch) })
  } catch (error) {
    answer({ ok: false, message: error instanceof Error ? error.message : String(error) })
  }
})
