import { text } from '../../copy.ts'
import { Picture } from './Picture.tsx'
import { useConnectedWallet } from './useConnectedWallet.ts'

/** Shows the name and icon of the wallet that the active namespace is connected with. */
export function ConnectedWallet() {
  const { name, image } = useConnectedWallet()
  return (
    <div className="row plain">
      <Picture src={image} name={name} />
      <span className="grow">
        <bdi className="line">{name}</bdi>
        <small>{text('settings.wallet')}</small>
      </span>
    </div>
  )
}
