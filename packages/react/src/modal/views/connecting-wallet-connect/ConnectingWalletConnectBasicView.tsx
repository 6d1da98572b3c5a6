import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { hasAllWallets } from '../../hasAllWallets.ts'
import { AllWalletsRow } from '../connect/AllWalletsRow.tsx'
import { ScanCode } from './ScanCode.tsx'

/** Connects any WalletConnect wallet by QR code, with a row that leads to the list of all wallets. */
export function ConnectingWalletConnectBasicView() {
  const { kit } = useScope()
  const isListed = useKitState((state) => hasAllWallets(kit, state))
  return (
    <>
      <ScanCode wallet={undefined} />
      {isListed && (
        <ul className="body rows">
          <AllWalletsRow />
        </ul>
      )}
    </>
  )
}
