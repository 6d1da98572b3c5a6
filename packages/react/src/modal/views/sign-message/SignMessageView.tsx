import { cancelSignIn, findNetwork, signIn, truncateAddress } from '@portico/core'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
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
  const failure = state.status === 'needed' ? state.failure : undefined
  const help = isBusy ? 'sign.busyHelp' : failure ? (`sign.${failure}` as const) : 'sign.help'
  return (
    <div className="body">
      <div className="center">
        <div className="pair">
          <Picture src={icons[0]} name={name || location.host} size={64} />
          <Picture src={wallet.image} name={wallet.name} size={64} />
        </div>
        <h2>
          <Text id={name ? 'sign.heading' : 'sign.headingUnnamed'} values={{ app: name }} />
        </h2>
        <p role="status" data-failure={failure}>
          {text(help)}
        </p>
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
        {network !== undefined && (
          <div>
            <dt>{text('sign.network')}</dt>
            <dd>
              <bdi>{network}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <div className="two">
        <Button testId="w3m-connecting-siwe-cancel" onClick={() => void cancelSignIn(kit)}>
          {text('action.cancel')}
        </Button>
        <Button
          kind="main"
          testId="w3m-connecting-siwe-sign"
          autoFocus
          isBusy={isBusy}
          onClick={() => void signIn(kit)}
        >
          {text(isBusy ? 'sign.busy' : failure === 'unreachable' ? 'action.tryAgain' : 'sign.sign')}
        </Button>
      </div>
    </div>
  )
}
