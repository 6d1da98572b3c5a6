import { truncateAddress } from '@portico/core'
import { hasFailed, type PendingTransfer } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import type { View } from '../../router.ts'
import { formatAsset } from '../money/formatAsset.ts'
import { Done } from '../money/parts/Done.tsx'
import type { ProgressState } from '../money/parts/Progress.tsx'
import { WalletProgress } from '../money/parts/WalletProgress.tsx'

const states = {
  wallet: 'waiting',
  rejected: 'rejected',
  unsent: 'failed',
  sent: 'waiting',
  confirmed: 'done',
  failed: 'failed',
  replaced: 'failed',
  expired: 'failed',
  unknown: 'failed',
  dropped: 'failed',
} satisfies Record<PendingTransfer['status'], ProgressState>

/** Shows how far a payment is, from the wallet to the block. */
export function SendConfirmedView({ view }: { view: View }) {
  const id = view.name === 'send-confirmed' ? view.id : ''
  const entry = useKitState((state) => state.money?.pending.find((other) => other.id === id))
  return entry ? <SendProgress entry={entry} /> : null
}

function SendProgress({ entry }: { entry: PendingTransfer }) {
  const { router } = useScope()
  const { asset, status, sent, swap } = entry
  const isUnsent = status === 'rejected' || status === 'unsent'
  const id = hasFailed(status) ? (`outcome.${status}` as const) : (`send.${status}` as const)
  return (
    <WalletProgress
      networkId={entry.networkId}
      state={states[status]}
      isInWallet={status === 'wallet'}
      title={id}
      help={[swap && status === 'confirmed' ? 'send.swappedHelp' : `${id}Help`]}
      values={{
        to: entry.name ?? truncateAddress(entry.to),
        amount: formatAsset(BigInt(entry.amount), asset),
        least: swap && formatAsset(BigInt(swap.minimum), swap.asset, 6),
      }}
      hash={sent?.hash}
      end={!isUnsent && <Done isMain={status === 'confirmed'} />}
    >
      {isUnsent && (
        <Button kind="main" autoFocus onClick={() => router.replace({ name: 'send-preview' })}>
          {text('action.tryAgain')}
        </Button>
      )}
    </WalletProgress>
  )
}
