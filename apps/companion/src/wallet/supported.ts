/** The methods the wallet approves. */
export const methods = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
]

/** The events the wallet emits. */
export const events = ['accountsChanged', 'chainChanged']
