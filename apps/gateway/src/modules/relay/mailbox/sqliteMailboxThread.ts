import { parentPort, workerData } from 'node:worker_threads'
import { openMailboxFile } from './openMailboxFile.ts'
import type { SqliteMailboxResponse, SqliteMailboxSetup, SqliteMailboxTask } from './SqliteMailboxTasks.ts'

// SQLite runs in a worker thread: flushing to disk takes milliseconds and would block the gateway's event loop.
const mailbox = openMailboxFile(workerData as SqliteMailboxSetup)
const respond = (message: SqliteMailboxResponse) => parentPort?.postMessage(message)
respond({ ok: true, results: [] })

parentPort?.on('message', (batch: SqliteMailboxTask[] | 'close') => {
  if (batch === 'close') {
    mailbox.close()
    parentPort?.close()
    return
  }
  try {
    respond({ ok: true, results: mailbox.run(batch) })
  } catch (error) {
    respond({ ok: false, message: error instanceof Error ? error.message : String(error) })
  }
})
