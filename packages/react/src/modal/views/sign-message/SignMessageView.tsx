import { cancelSignIn, findNetwork, signIn, truncateAddress } from '@portico/core'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'

/** Asks the visitor to sign in with the connected account. */
export function SignMessageView() {
  const { kit } = useScope()
  const state = useKitState((all) => all.signIn)
  const account = 'address' in state ? state : undefined
  const { name: accountName, image } = useIdentity(kit, account)
  const wallet = useConnectedWallet()
  const network = useKitState((all) =>
    'networkId' in all.signIn ? findNetwork(all, all.signIn.networkId)?.name : undefined,
  )
  const { name, icons } = kit.metadata
  const isBusy = state.status === 'signing'
  // Shown for a moment before `effects.ts` closes the modal.
  const isDone = state.status === 'signed-in'
  const failure = state.status === 'needed' ? state.failure : undefined
  const busyHelp = wallet.isRemote ? 'sign.busyRemote' : 'sign.busyHelp'
  const isServerFailure = failure === 'unreachable' || failure === 'refused'
  const help = isDone
    ? 'sign.doneHelp'
    : isBusy
      ? busyHelp
      : failure
        ? (`sign.${failure}` as const)
        : 'sign.help'
  return (
    <div className="body" data-keep>
      <div className="center">
        <div className="pair" data-done={isDone || undefined}>
          <Picture src={icons[0]} name={name || location.host} size={64} />
          <Picture src={wallet.image} name={wallet.name} size={64} />
          {isDone && <Seal />}
        </div>
        <h2>
          <Text id={name ? 'sign.heading' : 'sign.headingUnnamed'} values={{ app: name }} />
        </h2>
        <Status isWaiting={isBusy} className="sign-help">
          <p key={help} className={isServerFailure ? 'warn' : undefined} data-failure={failure}>
            <Text id={help} values={{ wallet: wallet.name }} />
          </p>
        </Status>
      </div>
      <dl className="facts">
        <div>
          <dt>{text('sign.site')}</dt>
          <dd>
            <bdi>{location.host}</bdi>
          </dd>
        </div>
        {account && (
          <div>
            <dt>{text('sign.account')}</dt>
            <dd className="account" title={account.address}>
              <Avatar address={account.address} image={image} size={20} />
              {accountName && <bdi className="line">{accountName}</bdi>}
              <bdi dir="ltr">{truncateAddress(account.address)}</bdi>
            </dd>
          </div>
        )}
        {wallet.isRemote && (
          <div>
            <dt>{text('sign.wallet')}</dt>
            <dd>
              <bdi>{wallet.name}</bdi>
            </dd>
          </div>
        )}
        {network !== undefined && (
          <div>
            <dt>{text('sign.network')}</dt>
            <dd>
              <bdi>{network}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <div className="two sticky">
        <Button testId="w3m-connecting-siwe-cancel" onClick={() => void cancelSignIn(kit)}>
          {text('action.cancel')}
        </Button>
        <Button
          kind="main"
          testId="w3m-connecting-siwe-sign"
          autoFocus
          isBusy={isBusy || isDone}
          onClick={() => void signIn(kit)}
        >
          {isDone ? (
            <>
              <Icon name="check" />
              {text('sign.done')}
            </>
          ) : (
            text(isBusy ? 'sign.busy' : failure === 'unreachable' ? 'action.tryAgain' : 'sign.sign')
          )}
        </Button>
      </div>
    </div>
  )
}

/** A ring that closes around a check. */
function Seal() {
  return (
    <svg className="seal" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="29" pathLength="1" />
      <path d="M20 33l8.500 8.500L45 24" pathLength="1" />
    </svg>
  )
}
