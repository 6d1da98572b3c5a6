import { BaseError } from '@portico/protocol'
import type { NoticeContent } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { createVaultSigner } from '../introductions/createVaultSigner.ts'

/** How long a process has a notice for itself. */
const leaseMs = 15_000
const timeoutMs = 5000
const pollIntervalMs = 1000
const maxRetryDelayMs = 60_000

/**
 * Starts sending the notices that `addNotice` has stored to the vault, signed by the gateway. Each is sent until the vault
 * takes it, so that nobody can avoid one by using a wallet while the vault is unreachable.
 */
export function createNoticeSender({
  database,
  vaultUrl,
  fetch,
  log,
  now,
  ...signer
}: Parameters<typeof createVaultSigner>[0] & {
  database: Database
  vaultUrl: string
  fetch: typeof globalThis.fetch
  log: Log
}): { close(): Promise<void> } {
  const sign = createVaultSigner({ ...signer, now })
  let sending: Promise<void> | undefined
  let isClosed = false

  /** Returns the next notice that is due and that no other process has. */
  async function take() {
    const at = now()
    await database.deleteFrom('vault_notices').where('expires_at', '<=', at).execute()
    for (;;) {
      const due = await database
        .selectFrom('vault_notices')
        .selectAll()
        .where('next_at', '<=', at)
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      if (!due) return undefined
      const { numUpdatedRows } = await database
        .updateTable('vault_notices')
        .set({ next_at: at + leaseMs, attempts: due.attempts + 1 })
        .where('id', '=', due.id)
        .where('next_at', '=', due.next_at)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return due
    }
  }

  async function post(id: string, content: NoticeContent): Promise<void> {
    const statement = await sign('notice+jwt', { ...content, jti: id })
    const response = await fetch(`${vaultUrl}/v1/notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ statement }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new BaseError(`The vault answered with ${response.status}.`)
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const notice = isClosed ? undefined : await take()
      if (!notice) return
      const { id, attempts } = notice
      try {
        await post(id, JSON.parse(notice.content) as NoticeContent)
        await database.deleteFrom('vault_notices').where('id', '=', id).execute()
      } catch (error) {
        log.warn({ error }, 'notice not sent to the vault')
        const nextAt = now() + Math.min(maxRetryDelayMs, 1000 * 2 ** attempts)
        await database.updateTable('vault_notices').set({ next_at: nextAt }).where('id', '=', id).execute()
      }
    }
  }

  const timer = setInterval(() => {
    sending ??= sendAll()
      .catch((error) => log.error({ error }, 'notices for the vault not readable'))
      .finally(() => {
        sending = undefined
      })
  }, pollIntervalMs)
  timer.unref()

  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await sending
    },
  }
}
