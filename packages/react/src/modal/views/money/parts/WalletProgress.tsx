import { findNetwork } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { Fragment, type ReactNode } from 'react'
import { type CopyId, text } from '../../../../copy.ts'
import { useKitState } from '../../../../kit/KitContext.ts'
import { Picture } from '../../../parts/Picture.tsx'
import { Text } from '../../../parts/Text.tsx'
import { useConnectedWallet } from '../../../parts/useConnectedWallet.ts'
import { useSlow } from '../useSlow.ts'
import { Progress, type ProgressState } from './Progress.tsx'
import { TransactionLink } from './TransactionLink.tsx'

/** Shows the step that something has reached which the connected wallet signs, with a link to its transaction. */
export function WalletProgress({
  networkId,
  state,
  isInWallet,
  title,
  help,
  values,
  hash,
  children,
  end,
}: {
  networkId: CaipNetworkId
  state: ProgressState
  /** The wallet was asked and has not answered. */
  isInWallet: boolean
  /** What happened. Here and in `help`, `{wallet}`, `{network}` and `{coin}` are known. */
  title: CopyId
  /** What to do next: one sentence or more. */
  help: readonly CopyId[]
  values: Readonly<Record<string, ReactNode>>
  /** Of the transaction, once there is one. */
  hash: string | undefined
  /** Buttons above the link. */
  children?: ReactNode
  /** Buttons below the link. */
  end?: ReactNode
}) {
  const { name, image } = useConnectedWallet()
  const network = useKitState((all) => findNetwork(all, networkId))
  const isSlow = useSlow(isInWallet)
  const known = {
    wallet: name || text('money.wallet'),
    network: network?.name ?? networkId,
    coin: network?.nativeCurrency.symbol,
    ...values,
  }
  return (
    <Progress
      state={isSlow ? 'slow' : state}
      picture={<Picture src={image} name={name} />}
      title={<Text id={isSlow ? 'connecting.slow' : title} values={known} />}
      help={(isSlow ? (['money.slowHelp'] as const) : help).map((id) => (
        <Fragment key={id}>
          <Text id={id} values={known} />{' '}
        </Fragment>
      ))}
    >
      {children}
      <TransactionLink networkId={networkId} hash={hash} />
      {end}
    </Progress>
  )
}
