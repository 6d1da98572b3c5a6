import { findNetwork } from '@portico/core'
import { track } from '@portico/core/internal'
import type { Transaction } from '@portico/protocol/gateway'
import { useEffect, useMemo } from 'react'
import { text } from '../../../copy.ts'
import { useActivity } from '../../../data/useActivity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatDate } from '../../../language/format.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import { ActivityIcon } from './ActivityIcon.tsx'
import { ActivityParts } from './ActivityParts.tsx'
import { describeActivity } from './describeActivity.ts'
import { groupByMonth } from './groupByMonth.ts'
import { LoadMore } from './LoadMore.tsx'
import { linkToExplorer } from './linkToExplorer.ts'
import { PendingPayments } from './PendingPayments.tsx'
import { QueryContent } from './QueryContent.tsx'
import { ReceiveAction } from './ReceiveAction.tsx'

/** Lists the account's transactions by month, newest first. */
export function ActivityTab() {
  const { kit } = useScope()
  const query = useActivity()
  const { address } = useSubject()
  const payments = useKitState((state) => state.money?.pending)
  // A payment that waits for a block is listed once, above, where its progress can be opened.
  const history = useMemo(() => {
    const own = payments?.filter(({ from }) => from === address)
    const followed = own?.map(({ sent }) => sent?.hash.toLowerCase())
    return query.data?.filter(
      ({ metadata: { status, hash } }) => status !== 'pending' || !followed?.includes(hash.toLowerCase()),
    )
  }, [query.data, payments, address])
  const groups = groupByMonth(history ?? [])
  const hasFailed = query.status === 'error'
  useEffect(() => track(kit, 'CLICK_TRANSACTIONS'), [kit])
  useEffect(() => {
    if (hasFailed) track(kit, 'ERROR_FETCH_TRANSACTIONS')
  }, [kit, hasFailed])
  const settled = query.data?.filter(({ metadata }) => metadata.status !== 'pending')
  return (
    <>
      <PendingPayments known={settled?.map(({ metadata }) => metadata.hash)} />
      <QueryContent
        query={query}
        icon="trade"
        empty={
          query.isCompleting ? (
            <Notice icon="trade" role="status" title={text('activity.completing')} />
          ) : (
            <Notice icon="trade" title={text('activity.empty')} help={text('activity.emptyHelp')}>
              <ReceiveAction />
            </Notice>
          )
        }
      >
        {() => (
          <>
            {groups.map(({ label, transactions }) => (
              <section key={label}>
                <h2 className="month">{label || text('activity.undated')}</h2>
                <ul className="rows">
                  {transactions.map((transaction) => (
                    <li key={transaction.id}>
                      <ActivityRow transaction={transaction} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <p role="status" className={query.isCompleting ? 'muted' : 'hidden'}>
              {query.isCompleting && text('activity.completing')}
            </p>
            <LoadMore query={query} onClick={() => track(kit, 'LOAD_MORE_TRANSACTIONS')} />
          </>
        )}
      </QueryContent>
    </>
  )
}

/** One transaction, linked to the network's block explorer if it has one. */
function ActivityRow({ transaction }: { transaction: Transaction }) {
  const { chain, hash, minedAt, status } = transaction.metadata
  const explorer = useKitState((state) => findNetwork(state, chain)?.blockExplorers?.default.url)
  const { icon, tone, title, note, amount, picture, parts } = describeActivity(transaction)
  const date = new Date(minedAt)
  const content = (
    <>
      <span className="moved">
        {picture && <Picture listed={picture.image} name={picture.name} shape={picture.shape} />}
        <span className="medal" data-tone={tone}>
          <ActivityIcon name={icon} size={picture ? 12 : 20} />
        </span>
      </span>
      <span className="grow">
        <bdi className="line">{title.id ? text(title.id) : title.word}</bdi>
        <small className="line">
          <span className="dated" dir="ltr">
            {note && (
              <bdi className="line">
                <Text id={note.id} values={note.values} />
              </bdi>
            )}
            <span>
              {note && ' · '}
              {status === 'pending' || Number.isNaN(date.getTime())
                ? text('activity.pending')
                : formatDate(date, { month: 'short', day: 'numeric' })}
            </span>
          </span>
        </small>
      </span>
      {amount && (
        <span className="num amount" data-sign={amount.sign || undefined} dir="ltr">
          {amount.sign}
          {amount.quantity} <bdi>{amount.unit}</bdi>
        </span>
      )}
    </>
  )
  const href = explorer && linkToExplorer(explorer, 'tx', hash)
  return (
    <>
      {href ? (
        <a className="row plain" href={href} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      ) : (
        <div className="row plain">{content}</div>
      )}
      {parts.length > 0 && <ActivityParts parts={parts} />}
    </>
  )
}
