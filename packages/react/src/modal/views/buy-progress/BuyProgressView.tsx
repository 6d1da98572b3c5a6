import { findNetwork } from '@portico/core'
import { hasEnded, purchaseQuery } from '@portico/core/money'
import type { OnrampStatus } from '@portico/protocol/gateway'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'
import { linkToExplorer } from '../account/linkToExplorer.ts'
import { Progress, type ProgressState } from '../money/parts/Progress.tsx'
import { RefreshArrived } from './RefreshArrived.tsx'

const states: Readonly<Record<OnrampStatus, ProgressState>> = {
  opened: 'waiting',
  working: 'waiting',
  paid: 'waiting',
  arrived: 'done',
  failed: 'failed',
  expired: 'failed',
}

/** Shows where a purchase stands, until the money is on chain or will not come. */
export function BuyProgressView({ view }: { view: View }) {
  const { kit, router } = useScope()
  const { sessionId, provider, link } = view as Extract<View, { name: 'buy-progress' }>
  const query = useQuery(purchaseQuery(kit, { sessionId }))
  const session = query.data
  const status = session?.status ?? 'opened'
  const explorer = useKitState(
    (state) => session && findNetwork(state, session.chainId)?.blockExplorers?.default.url,
  )
  const href = explorer && session?.hash ? linkToExplorer(explorer, 'tx', session.hash) : undefined
  const isOver = session !== undefined && hasEnded(session)
  const values = { provider, asset: session?.destinationCurrencyCode ?? '' }
  return (
    <Progress
      state={states[status]}
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
      {href && (
        <a className="btn" data-kind="plain" href={href} target="_blank" rel="noopener noreferrer">
          {text('buy.explorer')}
        </a>
      )}
      <Button
        kind={link === undefined || isOver ? 'main' : 'plain'}
        onClick={() => router.reset({ name: 'account' })}
      >
        {text('buy.done')}
      </Button>
    </Progress>
  )
}
