import type { NoticeContent } from '@portico/protocol/gateway'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Whether the vault has not been told yet that this key was ended. */
export async function hasEndNotice(
  database: Database,
  { userId, jkt }: { userId: string; jkt: string },
): Promise<boolean> {
  const rows = await database
    .selectFrom('vault_notices')
    .select('content')
    .where('content', 'like', `%${jkt}%`)
    .execute()
  return rows
    .map(({ content }) => JSON.parse(content) as NoticeContent)
    .some((notice) => notice.event === 'device-ended' && notice.sub === userId && notice.jkt === jkt)
}
