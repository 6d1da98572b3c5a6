/**
 * The EIP-6963 info of a wallet.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963#provider-info
 */
export type WalletInfo = {
  /** UUIDv4, new for each wallet. */
  uuid: string
  name: string
  /** A data URI of a square image. */
  icon: string
  /** Reverse domain name that never changes. */
  rdns: string
}

/** Returns frozen wallet info. Missing fields default to "Dev Wallet", `dev.portico.wallet`, its icon and a new UUID. */
export function createWalletInfo(info: Partial<WalletInfo> = {}): Readonly<WalletInfo> {
  return Object.freeze({
    uuid: info.uuid ?? randomUuid(),
    name: info.name ?? 'Dev Wallet',
    icon: info.icon ?? devWalletIcon,
    rdns: info.rdns ?? 'dev.portico.wallet',
  })
}

const devWalletIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" fill="none">' +
    '<defs><linearGradient id="a" x1="12" y1="0" x2="84" y2="96" gradientUnits="userSpaceOnUse">' +
    '<stop stop-color="#5b7cff"/><stop offset="1" stop-color="#2337b8"/></linearGradient></defs>' +
    '<rect width="96" height="96" rx="22" fill="url(#a)"/>' +
    '<rect x="19" y="26" width="58" height="46" rx="11" fill="#fff"/>' +
    '<path d="M31 41l9 8-9 8" stroke="#2f4bdc" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>' +
    '<path d="M77 41H64a8 8 0 0 0 0 16h13z" fill="#b9c7ff"/><circle cx="65" cy="49" r="3.5" fill="#2337b8"/>' +
    '</svg>',
)}`

// `crypto.randomUUID` is unavailable on pages served over plain HTTP from another machine.
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
