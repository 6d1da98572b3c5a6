import { getConnected, getNetwork } from '@portico/core'
import { useMemo } from 'react'
import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Text } from '../../parts/Text.tsx'
import { drawQr } from './drawQr.ts'

/** The address, to be scanned, read or copied. */
export function ReceiveView() {
  const address = useKitState((state) => getConnected(state)?.address)
  const network = useKitState((state) => getNetwork(state)?.name)
  const code = useMemo(() => (address ? drawQr(address) : undefined), [address])
  if (!address || !code) return null
  return (
    <div className="body receive">
      <svg
        className="qr"
        data-testid="wui-qr-code"
        role="img"
        aria-label={text('receive.qr')}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      <p className="address" dir="ltr">
        {address}
      </p>
      {network !== undefined && (
        <p className="muted">
          <Text id="receive.help" values={{ network }} />
        </p>
      )}
      <CopyButton
        kind="main"
        label="receive.copy"
        value={address}
        testId="receive-address-copy-button"
        autoFocus
      />
    </div>
  )
}
