/** What this wallet agrees to. */
export const methods = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
]

/** What it tells applications of. */
export const events = ['accountsChanged', 'chainChanged']
