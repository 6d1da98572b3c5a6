/**
 * A transaction's page at a network's explorer. All families write `/tx/<id>`; some explorers name their network in the
 * query, which stays (`https://explorer.solana.com/?cluster=devnet`). Undefined for what is no address of the web.
 */
export function linkToExplorer(explorer: string, hash: string): string | undefined {
  if (!/^https?:\/\//i.test(explorer) || !URL.canParse(explorer)) return undefined
  const url = new URL(explorer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`
  return url.href
}
