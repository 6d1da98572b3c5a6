/**
 * Returns the origin to allow for CORS: any origin, but only the wallet site's for routes under `/wallet/`. Returns
 * undefined if the origin is not allowed.
 */
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
