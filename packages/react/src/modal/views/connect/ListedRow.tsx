import type { ListedWallet } from '@portico/core/internal'
import type { ReactNode } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { getConnectorImage } from '../../../parts/getConnectorImage.ts'
import { chooseWallet } from '../../chooseWallet.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'

/** A wallet that is not installed in this browser. */
export function ListedRow({ wallet, end }: { wallet: ListedWallet; end?: ReactNode }) {
  const scope = useScope()
  const { id, name, rdns, image_url } = wallet
  const image = useKitState((state) => getConnectorImage(state, { id, rdns }))
  return (
    <Row
      picture={<Picture src={image} listed={image_url} name={name} />}
      label={name}
      end={end}
      testId={`wallet-selector-${id}`}
      onClick={() => chooseWallet(scope, wallet)}
    />
  )
}
