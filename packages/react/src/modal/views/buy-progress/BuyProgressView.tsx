import { hasEnded, purchaseQuery } from '@portico/core/money'
import type { OnrampStatus } from '@portico/protocol/gateway'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'
import { Done } from '../money/parts/Done.tsx'
import { Progress, type ProgressState } from '../money/parts/Progress.tsx'
import { TransactionLink } from '../money/parts/TransactionLink.tsx'
import { RefreshArrived } from './RefreshArrived.tsx'

/** How it is drawn; otherwise it is waited for. */
const states: Readonly<Partial<Record<OnrampStatus, ProgressState>>> = {
  arrived: 'done',
  failed: 'failed',
  expired: 'failed',
}

/** Shows where a purchase stands, until the money is on chain or will not come. */
export function BuyProgressView({ view }: { view: View }) {
  const { kit } = useScope()
  const { sessionId, provider, link } = view as Extract<View, { name: 'buy-progress' }>
  const query = useQuery(purchaseQuery(kit, { sessionId }))
  const session = query.data
  const status = session?.status ?? 'opened'
  const isOver = session !== undefined && hasEnded(session)
  const values = { provider, asset: session?.destinationCurrencyCode ?? '' }
  return (
    <Progress
      state={states[status] ?? 'waiting'}
      picture={<Picture listed={undefined} name={provider} size={64} />}
      title={<Text id={`purchase.${status}`} values={values} />}
      help={
        query.status === 'error' ? (
          text('buy.statusUnknown')
        ) : (
          <Text id={`purchase.${status}Help`} values={values} />
        )
      }
    >
      {status === 'arrived' && <RefreshArrived />}
      {link !== undefined && !isOver && (
        // The provider must not be able to lead this page elsewhere.
        <a
          className="btn"
          data-kind="main"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          data-autofocus
        >
          <span>
            <Text id="buy.open" values={values} />
          </span>
        </a>
      )}
      {session && <TransactionLink networkId={session.chainId} hash={session.hash} />}
      <Done isMain={link === undefined || isOver} />
    </Progress>
  )
}
