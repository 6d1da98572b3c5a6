// The wallet button and its hooks in a project written for AppKit, see Project.tsx.
import { AppKitWalletButton, useAppKitUpdateEmail, useAppKitWallet } from '@portico/react/wallet-button'

export function WalletButtons() {
  const wallet = useAppKitWallet({
    namespace: 'eip155',
    onSuccess: (connected) => console.log(connected.chainNamespace, connected.chainId, connected.address),
    onError: (error) => console.error(error.message),
  })
  const email = useAppKitUpdateEmail({
    onSuccess: (updated) => console.log(updated.email),
    onError: (error) => console.error(error.message),
  })

  async function use() {
    await wallet.connect('metamask')
    await wallet.connect('walletConnect')
    await wallet.connect('google')
    await email.updateEmail()
  }

  return (
    <>
      <AppKitWalletButton wallet="email" />
      <AppKitWalletButton wallet="rainbow" namespace="eip155" />
      <button type="button" disabled={!wallet.isReady || wallet.isPending} onClick={() => void use()}>
        {[wallet.data?.address, wallet.error?.message, wallet.isError, wallet.isSuccess].join()}
        {[email.data?.email, email.error?.message, email.isPending, email.isError, email.isSuccess].join()}
      </button>
    </>
  )
}
