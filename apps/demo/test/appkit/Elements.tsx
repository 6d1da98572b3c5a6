// The custom elements in a project written for AppKit, also with their legacy names, see Project.tsx.
import '@portico/react/wallet-button'

export function Elements() {
  return (
    <>
      <appkit-button
        class="wide"
        disabled
        balance="hide"
        size="sm"
        label="Sign in"
        loadingLabel="Wait"
        namespace="eip155"
        charsStart={4}
        charsEnd={6}
      />
      <appkit-wallet-button class="wide" wallet="metamask" namespace="eip155" disabled />
      <w3m-wallet-button wallet="email" />
      <appkit-connect-button size="md" label="Sign in" loadingLabel="Wait" namespace="solana" />
      <appkit-account-button disabled balance="show" charsStart={4} charsEnd={6} namespace="bip122" />
      <appkit-network-button disabled label="Network" />
      <w3m-button balance="hide" />
      <w3m-connect-button label="Sign in" />
      <w3m-account-button charsStart={4} />
      <w3m-network-button disabled />
      <appkit-modal class="wide" />
      <w3m-modal />
    </>
  )
}
