export interface FrameAddress {
  /** Origin of the wallet's site. */
  walletUrl: string
  projectId: string
  /** CAIP-2. */
  chainId: string
  enableLogger: boolean
}

/**
 * The wallet's frame, not yet in the page. It must be put where it stays: a frame that is moved is a frame that reloads.
 * Its address says nothing but who asks; what it looks like and where chains are is none of the page's business.
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
  // Not among them: moving the page elsewhere, and downloads.
  const allowed = ['scripts', 'same-origin', 'forms', 'popups', 'popups-to-escape-sandbox']
  const sandbox = [...allowed, 'storage-access-by-user-activation'].map((name) => `allow-${name}`)
  element.setAttribute('sandbox', sandbox.join(' '))
  // Important, as a page's own style sheets may say something of frames.
  const style = { all: 'initial', position: 'fixed', display: 'none', border: 'none', 'z-index': '999999' }
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important')
  return { element, origin }
}
