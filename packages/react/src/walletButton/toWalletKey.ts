/** Returns the letters and digits of a wallet's name or slug, in lower case, to compare them. */
export function toWalletKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
