export interface FrameAddress {
  /** The URL of the wallet's site; only its origin is used. */
  walletUrl: string
  projectId: string
  /** The CAIP-2 ID of the initial network. */
  chainId: string
  enableLogger: boolean
}

/**
 * Creates the iframe of the wallet's site. The caller adds it to the page, where it must stay: an iframe that is
 * moved in the document reloads.
 */
export function createFrameElement({ walletUrl, projectId, chainId, enableLogger }: FrameAddress) {
  const origin = new URL(walletUrl).origin
  const src = new URL('/', origin)
  const query = { projectId, chainId, version: '4', enableLogger: String(enableLogger) }
  for (const [name, value] of Object.entries(query)) src.searchParams.set(name, value)
  const element = document.createElement('iframe')
  element.id = 'w3m-iframe'
  element.title = 'Wallet'
  element.src = src.href
  element.referrerPolicy = 'origin'
  element.allow = `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}; clipboard-write ${origin}`
  // Downloads are left out on purpose, and top-level navigation without the visitor's click in the frame.
  const allowed = ['scripts', 'same-origin', 'forms', 'popups', 'popups-to-escape-sandbox']
  const onClick = ['storage-access', 'top-navigation'].map((name) => `${name}-by-user-activation`)
  const sandbox = [...allowed, ...onClick].map((name) => `allow-${name}`)
  element.setAttribute('sandbox', sandbox.join(' '))
  // `important`, because the page's style sheets may have rules for iframes.
  const style = { all: 'initial', position: 'fixed', display: 'none', border: 'none', 'z-index': '999999' }
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important')
  return { element, origin }
}
