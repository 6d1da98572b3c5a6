import { findNetwork, truncateAddress } from '@portico/core'
import { formatUnits, type MoneyAsset, type PendingTransfer } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'
import type { View } from '../../router.ts'
import { linkToExplorer } from '../account/linkToExplorer.ts'
import { Progress, type ProgressState } from '../money/parts/Progress.tsx'
import { useSlow } from '../money/useSlow.ts'

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
  const { name: wallet, image } = useConnectedWallet()
  const network = useKitState((state) => findNetwork(state, entry.networkId))
  const isSlow = useSlow(entry.status === 'wallet')
  const { asset, status, sent, swap } = entry
  const amountOf = (units: string, { decimals, symbol }: MoneyAsset) =>
    `${formatAmount(formatUnits(BigInt(units), decimals), { decimals: 6 })} ${symbol}`
  const values = {
    wallet: wallet || text('money.wallet'),
    network: network?.name ?? entry.networkId,
    to: entry.name ?? truncateAddress(entry.to),
    amount: amountOf(entry.amount, asset),
    least: swap && amountOf(swap.minimum, swap.asset),
  }
  const id = status === 'wallet' ? (isSlow ? 'wallet.slow' : 'wallet.waiting') : status
  const explorer = network?.blockExplorers?.default.url
  const link = sent && explorer && linkToExplorer(explorer, 'tx', sent.hash)
  const isUnsent = status === 'rejected' || status === 'unsent'
  return (
    <Progress
      state={status === 'wallet' && isSlow ? 'slow' : states[status]}
      picture={<Picture src={image} name={wallet} />}
      title={<Text id={`send.${id}`} values={values} />}
      help={<Text id={swap && id === 'confirmed' ? 'send.swappedHelp' : `send.${id}Help`} values={values} />}
    >
      {isUnsent && (
        <Button kind="main" autoFocus onClick={() => router.replace({ name: 'send-preview' })}>
          {text('action.tryAgain')}
        </Button>
      )}
      {link && (
        <a className="btn" href={link} target="_blank" rel="noopener noreferrer">
          {text('money.viewTransaction')}
        </a>
      )}
      {!isUnsent && (
        <Button
          kind={status === 'confirmed' ? 'main' : 'plain'}
          autoFocus
          onClick={() => router.reset({ name: 'account' })}
        >
          {text('money.done')}
        </Button>
      )}
    </Progress>
  )
}
