/** Which origin an answer names for CORS: any, but for the wallet's routes that of the wallet site alone. */
export function corsOrigin({
  path,
  origin,
  walletOrigin,
}: {
  path: string
  origin: string | undefined
  walletOrigin: string | undefined
}): string | undefined {
  if (!path.startsWith('/wallet/')) return origin
  return origin === walletOrigin ? origin : undefined
}
